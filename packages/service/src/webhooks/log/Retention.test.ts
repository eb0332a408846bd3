import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { receiver } from "../../../test/webhooks/receiver.ts"
import {
  anEntity,
  aProductWithEndpoint,
  deliveriesOf,
  passTime,
  record,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { isCommitted } from "./DeliveryLogRepo.ts"
import { Redelivery } from "../delivery/RedeliveryRepo.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { Events } from "../events/Events.ts"
import { makeRetention } from "./RetentionRepo.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"

layer(TestWebhooks.layer, { excludeTestServices: true })("what was sent", (it) => {
  it.effect(
    "is forgotten after 30 days, answers and expired secrets too; what was last reported is kept",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const forget = yield* makeRetention
        const partner = yield* receiver(() => ({ status: 200, body: "thanks" }))
        const { productId } = yield* aProductWithEndpoint(partner.url)
        const employer = yield* anEntity(productId, "employer")
        const sent = Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
        const change = Effect.gen(function* () {
          yield* record(employer.event("employer_settings_changed"))
          yield* sent
        })
        yield* change
        yield* change
        yield* (yield* WebhookEndpoints).rotateSecret(productId)
        const attempts = sql`SELECT FROM webhook_attempts`
        const secrets = sql`SELECT FROM webhook_secrets WHERE sealed IS NOT NULL`
        const log = Effect.flatMap(WebhookDeliveries, ({ list }) => list({ productId }, { limit: 10 }))
        const feed = Effect.flatMap(Events, (events) => events.feed({ productId, position: 0n, limit: 10 }))
        yield* passTime("29 days")
        yield* forget
        assert.lengthOf(yield* attempts, 2)
        assert.lengthOf(yield* secrets, 1)
        assert.deepStrictEqual([(yield* log).length, (yield* feed).length], [2, 2])

        yield* passTime("2 days")
        yield* forget
        assert.lengthOf(yield* attempts, 0)
        assert.deepStrictEqual([(yield* log).length, (yield* feed).length], [0, 0])
        assert.deepStrictEqual(
          (yield* deliveriesOf(employer.entityId)).map(({ seq, state }) => [seq, state]),
          [[2, "delivered"]]
        )
        assert.isTrue(yield* isCommitted("employer", employer.entityId))
        yield* change
        assert.lengthOf(yield* log, 1)
      })
  )

  it.effect("and waited 30 days for a paused address isn't sent when it is resumed", () =>
    Effect.gen(function* () {
      const redelivery = yield* Redelivery
      const forget = yield* makeRetention
      const partner = yield* receiver()
      const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
      const [old, young] = [yield* anEntity(productId, "employer"), yield* anEntity(productId, "employer")]
      yield* redelivery.pause(endpointId)
      yield* record(old.event("employer_settings_changed"))
      yield* passTime("20 days")
      yield* record(young.event("employer_settings_changed"))
      yield* passTime("11 days")
      yield* forget
      yield* redelivery.resume(endpointId)
      yield* (yield* startWorker()).untilIdle
      assert.deepStrictEqual(
        partner.arrivals.map(({ body }) => body["id"]),
        [young.entityId]
      )
    })
  )
})
