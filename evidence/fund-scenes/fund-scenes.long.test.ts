import { layer } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { afterAll, assert } from "vitest"
import { BusinessOperations, Services } from "@embedded-super/service/onboarding"
import {
  FundCallOperations,
  FundCallSettings,
  FundCallWorker,
  FundCredentials,
  type StoredFund
} from "@embedded-super/service/funds"
import { BusinessClock } from "@embedded-super/service/platform"
import { anAuthority, printSeen, TestDatabase } from "@embedded-super/service/testing"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import { earlyCallsOf, passUntilStill, watchCalls } from "./passing.ts"
import { type SceneFund, sceneFund } from "./SceneFund.ts"
import { KEYS, loadSceneFund, type Scene, scenes } from "./scenes.ts"
import { detailsOf, employeesOf, fateOf, type Subject } from "./subjects.ts"

const COUNT = 40

/** The maximum duration of a scene that needs no operator, in seconds. */
const LIMIT = 5 * 86_400

const services = Services.pipe(
  Layer.provideMerge([TestVault.layer, BusinessClock.layer]),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(devSettings),
  Layer.provideMerge(NodeServices.layer),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
)

const worker = Layer.build(
  Layer.fresh(FundCallWorker.layer).pipe(Layer.provide(BusinessOperations.layer))
).pipe(
  Effect.provideService(FundCallSettings, {
    slots: 64,
    sweepEvery: Duration.millis(100),
    sweepAfter: Duration.zero,
    renewEvery: Duration.seconds(3)
  })
)

const seen: Array<ReadonlyArray<string | number>> = []

afterAll(() =>
  printSeen(
    `${COUNT} of one fund in each scene, on the clock of simulated things:`,
    [
      "scene",
      "operation",
      "calls",
      "by themselves",
      "operator's act",
      "in the end",
      "too early",
      "twice",
      "lost",
      "minutes"
    ],
    seen
  )
)

/** Performs the operator's act, once. */
const act = Effect.fnUntraced(function* (
  scene: Scene,
  fund: StoredFund,
  server: SceneFund,
  renewed: { readonly cert: string; readonly key: string }
) {
  const calls = yield* FundCallOperations
  switch (scene.after) {
    case "new credentials":
      return yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(KEYS.changed))
    case "renewed certificate":
      return server.renew(renewed)
    case "lift":
      return yield* calls.lift(fund.slug)
    case "release":
      return yield* calls.releaseFund(fund.slug)
    case "numbers from one file": {
      const stopped = yield* calls.list({ fund: fund.slug, state: "stopped", limit: 1000 })
      return yield* calls.enterNumbers(
        // A fund reports its numbers by the key of the calls that it received.
        stopped.map(({ idempotency_key: key }) => ({
          callId: key,
          memberNumber: server.numberOf(key) ?? assert.fail("no number")
        }))
      )
    }
    case undefined:
      return undefined
  }
})

const play = Effect.fnUntraced(function* (
  scene: Scene,
  operation: string,
  subjectsOf: (
    fund: StoredFund
  ) => Effect.Effect<ReadonlyArray<Subject>, unknown, Layer.Success<typeof services>>
) {
  yield* watchCalls
  const clock = yield* BusinessClock
  let ahead = Duration.toMillis(yield* clock.offset)
  const now = () => Date.now() + ahead
  const moved = (seconds: number) => void (ahead += Math.ceil(seconds * 1000) + 1)
  const authority = yield* anAuthority("Scene")
  const expired = yield* authority.issue({ until: new Date("2021-01-01") })
  const renewed = yield* authority.issue()
  const server = yield* sceneFund(now, scene.fund(), scene.tls ? expired : undefined)
  const fund = yield* loadSceneFund(server, scene, scene.tls ? authority.pem : undefined)
  const subjects = yield* subjectsOf(fund)
  // An expired certificate is renewed after an hour.
  let minutes = (yield* passUntilStill(fund.id, scene.tls ? 3600 : LIMIT, moved)) / 60
  const first = yield* fateOf(fund, subjects)
  if (scene.after !== undefined) {
    yield* act(scene, fund, server, renewed)
    minutes += (yield* passUntilStill(fund.id, LIMIT, moved)) / 60
  }
  const last = yield* fateOf(fund, subjects)
  const early = scene.after === "lift" ? 0 : yield* earlyCallsOf(fund)
  seen.push([
    scene.title,
    operation,
    server.calls(),
    scene.needsOperator ? first.done : last.done,
    scene.after ?? "-",
    last.done,
    early,
    server.twice(),
    last.lost,
    Math.round(minutes)
  ])
  assert.strictEqual(last.done, COUNT)
  assert.strictEqual(first.lost + last.lost, 0)
  assert.strictEqual(server.entered(), COUNT)
  assert.strictEqual(server.twice(), 0)
  assert.strictEqual(early, 0)
})

layer(services, { excludeTestServices: true })("forty of one fund at once", (it) => {
  for (const scene of scenes) {
    it.effect(
      `${scene.title}: every employee is registered once, none too early, none is lost [R-7-4, R-7-6, R-7-9, R-8-2]`,
      () => Effect.andThen(worker, play(scene, "registration", employeesOf(COUNT)))
    )
    it.effect(
      `${scene.title}: the details of every employer arrive, none too early, none are lost [R-7-10]`,
      () => Effect.andThen(worker, play(scene, "details", detailsOf(COUNT)))
    )
  }
})
