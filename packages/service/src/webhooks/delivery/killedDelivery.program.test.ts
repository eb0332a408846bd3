import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { LEASE_SECONDS } from "./EndpointLeaseRepo.ts"
import { DatabaseUrl } from "../../platform/database/DatabaseUrl.ts"
import type { FaultPointName } from "../../platform/jobs/FaultPoint.ts"
import { moreCases } from "../../../test/moreCases.ts"
import {
  receiver,
  anEntity,
  aProductWithEndpoint,
  deliveriesOf,
  passTime,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"

const untilLeaseEnds = passTime(Duration.seconds(LEASE_SECONDS + 1))

/** Runs a worker process until it kills itself at a fault point. */
const killedAt = Effect.fnUntraced(function* (point: FaultPointName, times: number) {
  const url = Redacted.value(yield* DatabaseUrl)
  const script = fileURLToPath(new URL("../../../test/webhooks/workerProcess.ts", import.meta.url))
  return yield* Effect.callback<string | null>((resume) => {
    const child = spawn(process.execPath, [script, url, point, String(times)], { stdio: "inherit" })
    child.on("exit", (_, signal) => resume(Effect.succeed(signal)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
})

/** Fault points, and at which time there the worker dies. The gate tries one, because each takes a lease's time. */
const POINTS: ReadonlyArray<readonly [FaultPointName, number]> = [
  ["answered", 6],
  ["after_claim", 1],
  ["connected", 3],
  ["sent", 3],
  ["before_ledger_write", 2],
  ["after_ledger_write", 2],
  ["before_release", 1],
  ["after_release", 1]
]

layer(TestWebhooks.layer, { excludeTestServices: true })("delivery after a crash", (it) => {
  it.effect.each(moreCases > 1 ? POINTS : POINTS.slice(0, 1))(
    "loses and reorders nothing when a worker is killed: %s, time %d",
    ([point, times]) =>
      Effect.gen(function* () {
        const partner = yield* receiver()
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const sessions = yield* Effect.forEach(Array.from({ length: 20 }), () =>
          anEntity(productId, "onboarding_session")
        )
        yield* record(...sessions.map((session) => session.event("onboarding_session_changed")))
        assert.strictEqual(yield* killedAt(point, times), "SIGKILL")
        yield* record(...sessions.map((session) => session.event("onboarding_session_completed")))
        yield* untilLeaseEnds
        // By now the requests that the dead worker had put on the wire have arrived, too.
        const before = partner.arrivals.length
        const worker = yield* startWorker()
        yield* worker.untilIdle

        for (const { entityId } of sessions) {
          const states = (yield* deliveriesOf(entityId)).map(({ state }) => state)
          assert.include(["delivered", "superseded"], states[0])
          assert.strictEqual(states[1], "delivered")
          const events = partner.arrivals
            .filter(({ body }) => body["id"] === entityId)
            .map(({ body }) => body["event"])
          assert.strictEqual(events.at(-1), "onboarding_session_completed")
          assert.lengthOf(
            events.filter((event) => event === "onboarding_session_completed"),
            1
          )
          assert.isAtMost(events.length, 2)
        }
        assert.lengthOf(partner.arrivals.slice(before), 20)
      })
  )
})
