import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { aProductWithEndpoint, passTime, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { makeOutages } from "./NoticesRepo.ts"
import { Redelivery } from "../delivery/RedeliveryRepo.ts"

/** Writes the row as the lease holder would. */
const failingSinceNow = Effect.fnUntraced(function* (endpointId: string, messages: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO webhook_leases (endpoint_id, failing_since, failing_messages)
    VALUES (${endpointId}, platform_now(), ${messages})
    ON CONFLICT (endpoint_id) DO UPDATE SET failing_since = platform_now(), failing_messages = ${messages}`
})

const noticesOf = Effect.fnUntraced(function* (endpointId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ kind: string }>`
    SELECT kind FROM webhook_notices WHERE endpoint_id = ${endpointId} ORDER BY id`
  return rows.map(({ kind }) => kind)
})

layer(TestWebhooks.layer, { excludeTestServices: true })("an endpoint without a success", (it) => {
  it.effect("is warned about after 1 h, 24 h and 72 h, once each, and paused after five days", () =>
    Effect.gen(function* () {
      const { look } = yield* makeOutages
      const endpoints = yield* WebhookEndpoints
      const { endpointId, productId } = yield* aProductWithEndpoint("http://127.0.0.1:9/hooks")
      yield* failingSinceNow(endpointId, 10)
      const seen: Array<ReadonlyArray<string>> = []
      for (const hours of [0.9, 0.2, 22, 1, 47, 1, 47, 1]) {
        yield* passTime(`${hours * 3600} seconds`)
        yield* look
        yield* look
        seen.push(yield* noticesOf(endpointId))
      }
      const kinds = ["failing_1h", "failing_24h", "failing_72h", "paused_failing"]
      assert.deepStrictEqual(
        seen.map((notices) => notices.length),
        [0, 1, 1, 2, 2, 3, 3, 4]
      )
      assert.deepStrictEqual(seen.at(-1), kinds)
      const paused = Option.getOrThrow(yield* endpoints.find(productId))
      assert.strictEqual(paused.pausedBecause, "failing")

      yield* (yield* Redelivery).resume(endpointId)
      yield* look
      assert.deepStrictEqual(yield* noticesOf(endpointId), kinds)
      yield* failingSinceNow(endpointId, 10)
      yield* passTime("2 hours")
      yield* look
      assert.deepStrictEqual(yield* noticesOf(endpointId), [...kinds, "failing_1h"])
    })
  )

  it.effect("isn't paused while fewer than ten deliveries were tried", () =>
    Effect.gen(function* () {
      const { look } = yield* makeOutages
      const { endpointId } = yield* aProductWithEndpoint("http://127.0.0.1:9/hooks")
      yield* failingSinceNow(endpointId, 9)
      yield* passTime("30 days")
      yield* look
      assert.deepStrictEqual(yield* noticesOf(endpointId), ["failing_1h", "failing_24h", "failing_72h"])
    })
  )
})
