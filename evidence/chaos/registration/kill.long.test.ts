import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { accept, sceneFund } from "../../fund-scenes/SceneFund.ts"
import { loadSceneFund } from "../../fund-scenes/scenes.ts"
import { detailsOf, employeesOf, fateOf } from "../../fund-scenes/subjects.ts"
import { passTime } from "@embedded-super/service/testing/stand-ins"
import { startWorker } from "../world/programsOf.ts"
import { makeWorld } from "../world/World.ts"
import { untilSettled } from "./ledger.ts"
import { wholeService } from "./scene.ts"

/** Every moment of a call at which its process can die. */
const POINTS = ["after_claim", "connected", "sent", "answered", "before_ledger_write", "after_release"]

const operations = [
  { operation: "member registration", subjectsOf: employeesOf(1) },
  { operation: "employer details", subjectsOf: detailsOf(1) }
]

it("a worker that is killed at any point of a call loses nothing and has nothing done twice", async () => {
  const outcomes = await Effect.gen(function* () {
    const world = yield* makeWorld(["fsync=off", "synchronous_commit=off"])
    const cell = yield* world.cell(world.server, yield* world.receiver("kills", 1), "kills", 1)
    const run = yield* wholeService(cell)
    const fund = yield* sceneFund(Date.now, () => accept)
    const seen: Array<object> = []
    let worker = yield* startWorker(cell, world, { looksOften: true })
    yield* worker.ready
    for (const { operation, subjectsOf } of operations) {
      for (const point of POINTS) {
        const stored = yield* run(loadSceneFund(fund, { idempotency: "honoured" }))
        const before = fund.entered()
        yield* worker.arm({ point, times: 1 })
        const subjects = yield* run(subjectsOf(stored))
        const signal = yield* worker.ended
        worker = yield* startWorker(cell, world, { looksOften: true })
        yield* worker.ready
        // Its lease ends.
        yield* run(passTime("13 seconds"))
        yield* untilSettled(run, () => Effect.void)
        const { done } = yield* run(fateOf(stored, subjects))
        seen.push({ operation, point, signal, done, entered: fund.entered() - before, twice: fund.twice() })
      }
    }
    return seen
  }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )
  expect(outcomes).toEqual(
    operations.flatMap(({ operation }) =>
      POINTS.map((point) => ({ operation, point, signal: "SIGKILL", done: 1, entered: 1, twice: 0 }))
    )
  )
}, 300_000)
