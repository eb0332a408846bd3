import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Webhook } from "standardwebhooks"
import { passTime, StillTime, skewed } from "../../../test/at.ts"
import { receiver } from "../../../test/webhooks/receiver.ts"
import {
  anEntity,
  anEvent,
  aProductWithEndpoint,
  record,
  startWorker,
  TestWebhooks,
  unwrittenAtMost
} from "../../../test/webhooks/TestWebhooks.ts"
import { LEASE_SECONDS } from "./EndpointLeaseRepo.ts"

layer(Layer.provideMerge(StillTime, TestWebhooks.layer), { excludeTestServices: true })(
  "a worker whose clock is wrong",
  (it) => {
    it.effect.each([
      ["ten minutes ahead", Duration.minutes(10)],
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

// The database's clock goes on here: webhooks of one moment have no order.
layer(TestWebhooks.layer, { excludeTestServices: true })("a worker whose clock is wrong", (it) => {
  it.effect("that jumps by a day while it sends goes on as before", () =>
    Effect.gen(function* () {
      let ahead = 0
      const partner = yield* receiver(() => {
        ahead += Duration.toMillis("24 hours")
        return 204
      })
      const { productId, secret } = yield* aProductWithEndpoint(partner.url)
      const worker = yield* skewed(() => ahead)(
        startWorker({ settings: { ...unwrittenAtMost(1), renewEvery: Duration.millis(50) } })
      )
      const sessions = yield* Effect.forEach([1, 2, 3, 4, 5], () => anEntity(productId, "onboarding_session"))
      yield* record(...sessions.map((session) => session.event("onboarding_session_changed")))
      yield* worker.untilIdle
      assert.deepStrictEqual(
        partner.arrivals.map(({ body }) => body["id"]),
        sessions.map(({ entityId }) => entityId)
      )
      for (const { headers, raw } of partner.arrivals) {
        new Webhook(Redacted.value(secret)).verify(raw, headers as Record<string, string>)
      }
    })
  )
})
