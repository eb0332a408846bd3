import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { anEvent, aProductWithEndpoint, passTime, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { deliveryLedger } from "./DeliveryLedger.ts"
import { START, sequencesOf, type WaitingDelivery } from "./deliverySequences.ts"
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

/** "a1" is entity a's first delivery; "!" isn't due yet; "~" is replaceable. */
const waiting = (text: string): WaitingDelivery => ({
  id: text.slice(0, 2),
  entityId: text.slice(0, 1),
  attempts: 0,
  triedAt: null,
  body: "{}",
  isDue: !text.includes("!"),
  isReplaceable: text.includes("~")
})

const sequences = (...texts: ReadonlyArray<string>) =>
  sequencesOf(texts.map(waiting)).map((sequence) =>
    sequence.map(({ id, replaces }) => [id, ...replaces].join(" for "))
  )

describe("what may be sent", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>]> =
    [
      ["each entity's deliveries in their order", ["a1", "a2", "b1"], [["a1", "a2"], ["b1"]]],
      ["nothing behind one that isn't due yet", ["a1!", "a2", "b1", "b2!", "b3"], [["b1"]]],
      ["of changes the last alone", ["a1~", "a2~", "a3~"], [["a3 for a1 for a2"]]],
      ["what comes after a change takes its place, due or not", ["a1~!", "a2"], [["a2 for a1"]]],
      ["a change behind what must be sent first", ["a1", "a2~", "a3~"], [["a1", "a3 for a2"]]],
      ["not the change whose successor isn't due", ["a1~", "a2~!"], []],
      ["a change of one entity never takes the place of another's", ["a1~", "b1~"], [["a1"], ["b1"]]]
    ]
  it.each(cases)("%s", (_, given, want) => {
    assert.deepStrictEqual(sequences(...given), want)
  })
})
