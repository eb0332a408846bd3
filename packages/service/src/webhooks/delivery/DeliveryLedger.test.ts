import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { anEvent, aProductWithEndpoint, passTime, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { deliveryLedger } from "./DeliveryLedger.ts"
import { START } from "./deliverySequences.ts"
import { endpointLeaseRepo, LEASE_SECONDS } from "./EndpointLeaseRepo.ts"

const [one, another] = [randomUUID(), randomUUID()]

layer(TestWebhooks.layer, { excludeTestServices: true })("what is due", (it) => {
  /** An endpoint with a due delivery, and a count of the deliveries that an owner can claim. */
  const anEndpoint = Effect.gen(function* () {
    const { due } = yield* deliveryLedger
    const { endpointId, productId } = yield* aProductWithEndpoint("http://127.0.0.1:9/hooks")
    yield* anEvent(productId, "employer", "employer_settings_changed")
    const given = (owner: string) =>
      Effect.map(due(endpointId, owner, START, 10), ({ sequences }) => sequences.length)
    return { endpointId, given }
  })

  it.effect("is given to the holder of the lease alone, and not after its end", () =>
    Effect.gen(function* () {
      const lease = yield* endpointLeaseRepo
      const { endpointId, given } = yield* anEndpoint
      assert.strictEqual(yield* given(one), 0)
      yield* lease.acquire(endpointId, one)
      assert.deepStrictEqual([yield* given(one), yield* given(another)], [1, 0])
      yield* passTime(`${LEASE_SECONDS + 1} seconds`)
      assert.strictEqual(yield* given(one), 0)
    })
  )

  it.effect.each<readonly [string, string, string, string]>([
    ["is paused", "webhook_endpoints", "paused_at = now(), paused_because = 'operator'", "id"],
    ["is turned off", "webhook_endpoints", "enabled = false", "id"],
    ["asked to wait", "webhook_leases", "hold_until = platform_now() + interval '1 day'", "endpoint_id"],
    [
      "has an open breaker",
      "webhook_leases",
      "probe_at = platform_now() + interval '1 day', openings = 1",
      "endpoint_id"
    ]
  ])("is nothing while the endpoint %s", ([, table, change, column]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { endpointId, given } = yield* anEndpoint
      yield* (yield* endpointLeaseRepo).acquire(endpointId, one)
      assert.strictEqual(yield* given(one), 1)
      yield* sql`UPDATE ${sql(table)} SET ${sql.literal(change)} WHERE ${sql(column)} = ${endpointId}`
      assert.strictEqual(yield* given(one), 0)
    })
  )
})
