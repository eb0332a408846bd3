import { assert, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { performance } from "node:perf_hooks"
import { vi } from "vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import { Webhook } from "standardwebhooks"
import {
  aProductWithEndpoint,
  TestWebhooks,
  receiver,
  anEntity,
  anEvent,
  record,
  startWorker,
  unwrittenAtMost
} from "../../../test/webhooks/TestWebhooks.ts"
import { EndpointSecrets } from "../endpoints/EndpointSecrets.ts"
import { LEASE_SECONDS } from "./EndpointLeaseRepo.ts"
import { makeHoldLease } from "./heldLease.ts"
import { passTime, StillTime, skewed } from "../../../test/at.ts"

const services = EndpointSecrets.layer.pipe(Layer.provideMerge(TestWebhooks.layer))

/** Milliseconds after which the last second of a lease begins. */
const MARGIN_BEGINS = (LEASE_SECONDS - 1) * 1000
const DAY = 86_400_000

/** A held lease whose clocks the test moves. */
const aHeldLease = Effect.gen(function* () {
  // Whole milliseconds: with a fraction, a sum and its difference may miss the limit by a rounding error.
  const began = { wall: Date.now(), monotonic: Math.round(performance.now()) }
  const passed = { wall: 0, monotonic: 0 }
  const monotonic = vi.spyOn(performance, "now").mockImplementation(() => began.monotonic + passed.monotonic)
  yield* Effect.addFinalizer(() => Effect.sync(() => monotonic.mockRestore()))
  // In place of this machine's wall clock: a difference to it would be a millisecond off now and then.
  const clock = yield* Clock.Clock
  const wall = { ...clock, currentTimeMillisUnsafe: () => began.wall + passed.wall }
  const holdLease = yield* Effect.provideService(makeHoldLease, Clock.Clock, wall)
  const { endpointId } = yield* aProductWithEndpoint("http://127.0.0.1:9/hooks")
  const held = (yield* holdLease(endpointId)) ?? assert.fail("another holds the lease")
  return { endpointId, held, passed }
})

layer(services, { excludeTestServices: true })("a lease that is held", (it) => {
  it.effect.each([
    ["both clocks go on", { wall: 1, monotonic: 1 }],
    ["the wall clock stands still", { wall: 0, monotonic: 1 }],
    ["the machine slept, and the monotonic clock stood still", { wall: 1, monotonic: 0 }]
  ] as const)("counts as held until its last second begins, where %s", ([, goesOn]) =>
    Effect.gen(function* () {
      const { held, passed } = yield* aHeldLease
      const after = (millis: number) => {
        passed.wall = millis * goesOn.wall
        passed.monotonic = millis * goesOn.monotonic
        return held.isLeased()
      }
      assert.isTrue(after(0))
      assert.isTrue(after(MARGIN_BEGINS - 1))
      assert.isFalse(after(MARGIN_BEGINS))
      yield* held.renew
      assert.isTrue(held.isLeased())
    })
  )

  it.effect.each([
    ["ahead by a day", { wall: DAY, monotonic: 0 }, false],
    ["back by a day", { wall: -DAY, monotonic: 0 }, true],
    ["back by a day, and 11 seconds pass", { wall: -DAY, monotonic: MARGIN_BEGINS }, false]
  ] as const)("where the wall clock jumps %s", ([, clocks, isLeased]) =>
    Effect.gen(function* () {
      const { held, passed } = yield* aHeldLease
      Object.assign(passed, clocks)
      assert.strictEqual(held.isLeased(), isLeased)
      yield* held.renew
      assert.isTrue(held.isLeased())
    })
  )

  it.effect("isn't lost by its own release, whichever of the two the database runs first", () =>
    Effect.gen(function* () {
      for (let nth = 0; nth < 10; nth += 1) {
        const { held } = yield* Effect.scoped(aHeldLease)
        const both = nth % 2 === 0 ? [held.release, held.renew] : [held.renew, held.release]
        yield* Effect.all(both, { concurrency: "unbounded", discard: true })
        assert.isUndefined(yield* held.renew)
      }
    })
  )

  it.effect("is renewed after a release that another worker prevented", () =>
    Effect.gen(function* () {
      const { endpointId, held } = yield* aHeldLease
      const holdLease = yield* makeHoldLease
      assert.isUndefined(yield* holdLease(endpointId))
      assert.isFalse((yield* held.release).released)
      assert.strictEqual((yield* held.renew)?.endpoint.id, endpointId)
    })
  )

  it.effect("is lost if another worker has it", () =>
    Effect.gen(function* () {
      const { endpointId, held } = yield* aHeldLease
      yield* held.abandon
      assert.isDefined(yield* (yield* makeHoldLease)(endpointId))
      assert.strictEqual((yield* Effect.flip(held.renew))._tag, "LeaseLost")
    })
  )
})

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "a worker whose clock is wrong",
  (it) => {
    it.effect.each([
      ["ten minutes behind", Duration.minutes(-10)],
      ["a day ahead", Duration.hours(24)]
    ] as const)("by %s signs with the right time, and sends nothing early", ([, by]) =>
      Effect.gen(function* () {
        const partner = yield* receiver((_, nth) => (nth === 1 ? 500 : 204))
        const { productId, secret } = yield* aProductWithEndpoint(partner.url)
        const worker = yield* skewed(() => Duration.toMillis(by))(startWorker())
        const session = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
        yield* worker.untilIdle
        yield* passTime("3 seconds")
        const other = yield* anEvent(productId, "onboarding_session", "onboarding_session_changed")
        yield* worker.untilIdle
        assert.deepStrictEqual(
          partner.arrivals.map(({ body }) => body["id"]),
          [session.entityId, other.entityId]
        )
        yield* passTime("1 minute")
        yield* worker.untilIdle
        assert.lengthOf(partner.arrivals, 3)
        for (const { headers, raw } of partner.arrivals) {
          new Webhook(Redacted.value(secret)).verify(raw, headers as Record<string, string>)
        }
      })
    )

    it.effect("that jumps into the last second of its lease begins nothing until it is renewed", () =>
      Effect.gen(function* () {
        const clock = { ahead: 0, reads: 0 }
        const lookedOften = yield* Deferred.make<void>()
        const partner = yield* receiver((_, nth) => {
          if (nth === 1) Object.assign(clock, { ahead: (LEASE_SECONDS - 1) * 1000, reads: 0 })
          return 204
        })
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const ahead = () => {
          clock.reads += 1
          // Each look reads the clock before it would begin a request.
          if (clock.ahead > 0 && clock.reads === 200) Deferred.doneUnsafe(lookedOften, Effect.void)
          return clock.ahead
        }
        const worker = yield* skewed(ahead)(
          startWorker({
            settings: {
              ...unwrittenAtMost(1),
              lookEvery: Duration.millis(2),
              lookAtLeastEvery: Duration.millis(2),
              renewEvery: Duration.hours(1)
            }
          })
        )
        const sessions = yield* Effect.forEach([1, 2, 3], () => anEntity(productId, "onboarding_session"))
        yield* record(...sessions.map((session) => session.event("onboarding_session_changed")))
        yield* partner.next(1)
        yield* Effect.raceFirst(Deferred.await(lookedOften), partner.next(1))
        assert.lengthOf(partner.arrivals, 1)
        clock.ahead = 0
        yield* worker.untilIdle
        assert.lengthOf(partner.arrivals, 3)
      })
    )
  }
)
