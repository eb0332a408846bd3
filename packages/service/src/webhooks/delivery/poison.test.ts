import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
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
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"

const stateOf = Effect.fnUntraced(function* (entityId: string) {
  return (yield* deliveriesOf(entityId)).map(({ state, attempts }) => [state, attempts])
})

const failuresOf = Effect.fnUntraced(function* (entityId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ failure: string | null }>`
    SELECT a.failure FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
    WHERE d.entity_id = ${entityId} ORDER BY a.id`
  return rows.map(({ failure }) => failure)
})

const noticesOf = Effect.fnUntraced(function* (endpointId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ kind: string }>`SELECT kind FROM webhook_notices WHERE endpoint_id = ${endpointId}`
})

/** The employer's webhook, which is answered with this status, dies of it; those of the intents arrive. */
const costsOneDelivery = Effect.fnUntraced(function* (
  status: number,
  started: ReturnType<typeof startWorker> = startWorker()
) {
  const partner = yield* receiver(({ body }) =>
    body["event"] === "employer_settings_changed" ? status : 204
  )
  const { productId } = yield* aProductWithEndpoint(partner.url)
  const employer = yield* anEntity(productId, "employer")
  const intents = yield* Effect.forEach([1, 2, 3], () => anEntity(productId, "onboarding_session_intent"))
  yield* record(
    employer.event("employer_settings_changed"),
    ...intents.map((intent) => intent.event("onboarding_intent_completed"))
  )
  const { untilIdle } = yield* started
  yield* untilIdle
  assert.deepStrictEqual(yield* stateOf(employer.entityId), [["dead", 1]])
  assert.deepStrictEqual(yield* failuresOf(employer.entityId), ["internal_error"])
  for (const { entityId } of intents) assert.deepStrictEqual(yield* stateOf(entityId), [["delivered", 1]])
  assert.lengthOf(partner.arrivals, 4)
})

layer(TestWebhooks.layer, { excludeTestServices: true })("what can't be sent", (it) => {
  it.effect(
    "a stored text that isn't a payload dies at once; what comes after it, and others, are sent",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const partner = yield* receiver()
        const { endpointId, productId } = yield* aProductWithEndpoint(partner.url)
        yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
        const issue = yield* anEntity(productId, "employer_issue")
        const other = yield* anEntity(productId, "employer")
        const bad = yield* Effect.forEach(["", "{}", '{"id":1}', "nonsense"], () =>
          anEntity(productId, "onboarding_session_intent")
        )
        const [created] = yield* record(
          issue.event("employer_issue_created"),
          issue.event("employer_issue_resolved"),
          other.event("employer_settings_changed")
        )
        yield* sql`UPDATE events SET body = '{"subject":"employer_issue"}' WHERE id = ${created}`
        for (const intent of bad) {
          const [id] = yield* record(intent.event("onboarding_intent_completed"))
          yield* sql`UPDATE events SET body = replace(body, ${intent.entityId}, 'another') WHERE id = ${id}`
        }
        const worker = yield* startWorker()
        yield* worker.untilIdle
        assert.deepStrictEqual(yield* stateOf(issue.entityId), [
          ["dead", 1],
          ["delivered", 1]
        ])
        assert.deepStrictEqual(yield* failuresOf(issue.entityId), ["invalid_payload", null])
        assert.deepStrictEqual(yield* stateOf(other.entityId), [["delivered", 1]])
        for (const { entityId } of bad) assert.deepStrictEqual(yield* stateOf(entityId), [["dead", 1]])
        assert.lengthOf(partner.arrivals, 2)
        const health = yield* sql`SELECT FROM webhook_leases
        WHERE endpoint_id = ${endpointId} AND failing_since IS NULL AND probe_at IS NULL`
        assert.lengthOf(health, 1)
      })
  )

  const defective = {
    nextIntUnsafe: () => 0,
    nextDoubleUnsafe: () => {
      throw new Error("A defect")
    }
  }
  it.effect("a defect of ours costs one delivery, not its neighbours, and not the process", () =>
    costsOneDelivery(500, startWorker().pipe(Effect.provideService(Random.Random, defective)))
  )

  it.effect("an attempt that the database refuses costs one delivery, and not those written with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE webhook_attempts ADD CONSTRAINT no_teapots CHECK (status <> 418)`
      yield* costsOneDelivery(418)
    })
  )

  it.effect(
    "an endpoint whose address can't be read is paused with all that waits for it, and holds up no other",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const endpoints = yield* WebhookEndpoints
        const partner = yield* receiver()
        const one = yield* aProductWithEndpoint(partner.url)
        const other = yield* aProductWithEndpoint(partner.url)
        yield* sql`UPDATE webhook_endpoints SET url = 'http://[' WHERE id = ${one.endpointId}`
        const worker = yield* startWorker()
        const [lost, whole] = [
          yield* anEntity(one.productId, "employer"),
          yield* anEntity(other.productId, "employer")
        ]
        yield* record(lost.event("employer_settings_changed"), whole.event("employer_settings_changed"))
        yield* worker.untilIdle
        assert.deepStrictEqual(yield* stateOf(lost.entityId), [["pending", 0]])
        assert.deepStrictEqual(yield* stateOf(whole.entityId), [["delivered", 1]])
        const paused = Option.getOrThrow(yield* endpoints.find(one.productId))
        assert.strictEqual(paused.pausedBecause, "unusable")
        assert.deepStrictEqual(yield* noticesOf(one.endpointId), [{ kind: "paused_unusable" }])

        yield* endpoints.set({ productId: one.productId, url: partner.url })
        yield* worker.untilIdle
        assert.deepStrictEqual(yield* stateOf(lost.entityId), [["delivered", 1]])
      })
  )

  // The first byte is the format, the eight after it name the master key.
  it.effect.each([
    ["in a format that it doesn't know", Buffer.of(9), 0],
    ["under a master key that it doesn't have", Buffer.alloc(8, 9), 1]
  ] as const)(
    "a process that finds a secret sealed %s pauses nothing: the next that can read it sends",
    ([, bytes, from]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const endpoints = yield* WebhookEndpoints
        const partner = yield* receiver()
        const one = yield* aProductWithEndpoint(partner.url)
        const other = yield* aProductWithEndpoint(partner.url)
        const [secret] = yield* sql<{ sealed: Uint8Array }>`
          SELECT sealed FROM webhook_secrets WHERE endpoint_id = ${one.endpointId}`
        const sealed = secret?.sealed ?? assert.fail("the endpoint has no secret")
        const write = (value: Uint8Array) =>
          sql`UPDATE webhook_secrets SET sealed = ${value} WHERE endpoint_id = ${one.endpointId}`
        const spoilt = Buffer.from(sealed)
        spoilt.set(bytes, from)
        yield* write(spoilt)
        const worker = yield* startWorker()
        const [waiting, whole] = [
          yield* anEntity(one.productId, "employer"),
          yield* anEntity(other.productId, "employer")
        ]
        yield* record(waiting.event("employer_settings_changed"), whole.event("employer_settings_changed"))
        yield* worker.untilIdle
        assert.deepStrictEqual(yield* stateOf(whole.entityId), [["delivered", 1]])
        assert.deepStrictEqual(yield* stateOf(waiting.entityId), [["pending", 0]])
        const endpoint = Option.getOrThrow(yield* endpoints.find(one.productId))
        assert.isNull(endpoint.pausedBecause)
        assert.deepStrictEqual(yield* noticesOf(one.endpointId), [])

        yield* write(sealed)
        yield* passTime("31 seconds")
        yield* worker.untilIdle
        assert.deepStrictEqual(yield* stateOf(waiting.entityId), [["delivered", 1]])
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})
