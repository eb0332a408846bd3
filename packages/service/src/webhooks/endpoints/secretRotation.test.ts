import { verifies } from "@embedded-super/program/testing/receiver"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import {
  receiver,
  anEntity,
  anEvent,
  aProductWithEndpoint,
  passTime,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { WebhookEndpoints } from "./WebhookEndpoints.ts"

layer(TestWebhooks.layer, { excludeTestServices: true })("rotating a secret under load", (it) => {
  it.effect("never fails a receiver that knows one secret alone, until the overlap is over", () =>
    Effect.gen(function* () {
      let known = ""
      let failures = 0
      const failed = yield* Deferred.make<void>()
      const partner = yield* receiver((arrival) => {
        if (verifies(known, arrival)) return 204
        failures += 1
        Deferred.doneUnsafe(failed, Effect.void)
        return 401
      })
      const { productId, secret } = yield* aProductWithEndpoint(partner.url)
      known = Redacted.value(secret)
      const rotate = Effect.flatMap(WebhookEndpoints, ({ rotateSecret }) =>
        rotateSecret(productId, { endOldest: true })
      ).pipe(Effect.map((made) => Redacted.value(Option.getOrThrow(made))))
      const worker = yield* startWorker()
      const load = yield* Effect.forkChild(
        Effect.repeat(
          Effect.gen(function* () {
            const intents = yield* Effect.forEach(Array.from({ length: 10 }), () =>
              anEntity(productId, "onboarding_session_intent")
            )
            yield* record(...intents.map((intent) => intent.event("onboarding_intent_completed")))
          }),
          { times: 11 }
        )
      )
      // The receiver learns each new secret just before the next one is made: until then it is one rotation behind.
      let newest = known
      while (partner.arrivals.length < 90) {
        yield* Effect.raceFirst(partner.next(30), Deferred.await(failed))
        assert.strictEqual(failures, 0)
        known = newest
        newest = yield* rotate
      }
      yield* Fiber.join(load)
      assert.strictEqual(failures, 0)
      yield* worker.untilIdle
      assert.strictEqual(failures, 0)
      assert.lengthOf(partner.accepted, 120)

      yield* passTime("24 hours")
      yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* worker.untilIdle
      assert.isAtLeast(failures, 1)
      assert.lengthOf(partner.accepted, 120)
      assert.isTrue(verifies(newest, partner.arrivals.at(-1) ?? assert.fail("nothing arrived")))
    })
  )
})
