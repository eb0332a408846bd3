import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { openTransaction, untilSomeoneWaits } from "../../../test/openTransaction.ts"
import {
  anEntity,
  aProductWithEndpoint,
  deliveriesOf,
  passTime,
  record,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { Events } from "../events/Events.ts"
import { Redelivery } from "./RedeliveryRepo.ts"

const url = "http://127.0.0.1:9/hooks"

/** Writes the state that a worker would have written. */
const became = Effect.fnUntraced(function* (id: string | undefined, state: "delivered" | "dead") {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE webhook_deliveries SET state = ${state}, attempts = ${state === "dead" ? 13 : 1},
    last_attempt_at = platform_now(), due_at = NULL, delivered_at = CASE WHEN ${state === "delivered"} THEN platform_now() END
    WHERE id = ${id}`
  if (state === "delivered") {
    yield* sql`INSERT INTO webhook_leases (endpoint_id, last_success_at)
      SELECT endpoint_id, platform_now() FROM webhook_deliveries WHERE id = ${id}
      ON CONFLICT (endpoint_id) DO UPDATE SET last_success_at = excluded.last_success_at`
  }
})

const stateOf = Effect.fnUntraced(function* (entityId: string) {
  return (yield* deliveriesOf(entityId)).map(({ state, attempts }) => [state, attempts])
})

/** The row of an onboarding session, without an employer and an employee. */
const aSessionRow = Effect.fnUntraced(function* (id: string, productId: string) {
  const sql = yield* SqlClient.SqlClient
  const insert = sql`INSERT INTO onboarding_sessions (id, product_id, employer_id, employee_id, remote_id, workflow_slug,
      state, email_validated, phone_number_validated, expires_at, inserted_at, updated_at)
    VALUES (${id}, ${productId}, ${id}, ${id}, 'remote', 'flow', 'review', true, true, now(), now(), now())`
  yield* sql.withTransaction(Effect.andThen(sql`SET LOCAL session_replication_role = replica`, insert))
})

layer(TestWebhooks.layer, { excludeTestServices: true })("pausing, resuming, sending again", (it) => {
  it.effect(
    "an endpoint is paused once, and resumed once, by a new address too unless the operator paused it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const redelivery = yield* Redelivery
        const endpoints = yield* WebhookEndpoints
        const { endpointId, productId } = yield* aProductWithEndpoint(url)
        assert.isFalse(yield* redelivery.resume(endpointId))
        assert.isTrue(yield* redelivery.pause(endpointId))
        assert.isFalse(yield* redelivery.pause(endpointId))
        assert.isTrue(yield* redelivery.resume(endpointId))
        assert.isFalse(yield* redelivery.resume(endpointId))
        yield* sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'gone'
        WHERE id = ${endpointId}`
        const { endpoint } = yield* endpoints.set({ productId, url: `${url}/moved` })
        assert.isNull(endpoint.pausedAt)
        assert.isFalse(yield* redelivery.resume(endpointId))
        yield* redelivery.pause(endpointId)
        const held = yield* endpoints.set({ productId, url })
        assert.strictEqual(held.endpoint.pausedBecause, "operator")
      })
  )

  it.effect("resuming brings back what died since the last success, and nothing that died before it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const redelivery = yield* Redelivery
      const { endpointId, productId } = yield* aProductWithEndpoint(url)
      const entities = yield* Effect.forEach([1, 2, 3], () =>
        anEntity(productId, "onboarding_session_intent")
      )
      const ids: Array<string> = []
      for (const entity of entities) ids.push(...(yield* record(entity.event("onboarding_intent_completed"))))
      yield* became(ids[0], "dead")
      yield* passTime("1 hour")
      yield* became(ids[1], "delivered")
      yield* passTime("1 hour")
      yield* became(ids[2], "dead")
      const waiting = yield* anEntity(productId, "employer")
      const [late] = yield* record(waiting.event("employer_settings_changed"))
      yield* sql`UPDATE webhook_deliveries SET attempts = 9, due_at = platform_now() + interval '1 day'
        WHERE id = ${late}`
      yield* redelivery.pause(endpointId)
      yield* redelivery.resume(endpointId)
      assert.deepStrictEqual(
        yield* Effect.forEach([...entities, waiting], ({ entityId }) => stateOf(entityId)),
        [[["dead", 13]], [["delivered", 1]], [["pending", 0]], [["pending", 9]]]
      )
      const due = yield* sql<{ id: string }>`SELECT id FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND state = 'pending' AND due_at <= platform_now() ORDER BY due_at`
      assert.deepStrictEqual(
        due.map(({ id }) => id),
        [ids[2], late]
      )
    })
  )

  it.effect("what died more than thirty days ago stays dead", () =>
    Effect.gen(function* () {
      const redelivery = yield* Redelivery
      const { endpointId, productId } = yield* aProductWithEndpoint(url)
      const intent = yield* anEntity(productId, "onboarding_session_intent")
      const [id] = yield* record(intent.event("onboarding_intent_completed"))
      yield* became(id, "dead")
      yield* passTime("31 days")
      yield* redelivery.pause(endpointId)
      yield* redelivery.resume(endpointId)
      assert.deepStrictEqual(yield* stateOf(intent.entityId), [["dead", 13]])
    })
  )

  it.effect(
    "once a session's completion was recorded, nothing that came before it is sent again [R-3-15]",
    () =>
      Effect.gen(function* () {
        const redelivery = yield* Redelivery
        const { endpointId, productId } = yield* aProductWithEndpoint(url)
        const session = yield* anEntity(productId, "onboarding_session")
        const [changed = ""] = yield* record(session.event("onboarding_session_changed"))
        yield* became(changed, "dead")
        const [completed = ""] = yield* record(session.event("onboarding_session_completed"))
        yield* redelivery.pause(endpointId)
        yield* redelivery.resume(endpointId)
        const refused = yield* Effect.flip(redelivery.rearmOne(changed))
        assert.deepInclude(refused, { _tag: "NotReplayable", reason: "entity_is_done" })
        assert.deepStrictEqual(yield* stateOf(session.entityId), [
          ["dead", 13],
          ["pending", 0]
        ])
        yield* became(completed, "delivered")
        assert.deepStrictEqual(yield* redelivery.rearm([changed, completed]), {
          armed: [completed],
          refused: [{ id: changed, reason: "entity_is_done" }]
        })
      })
  )

  it.effect("sending again waits for whoever is completing the session, and then sends nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const redelivery = yield* Redelivery
      const { productId } = yield* aProductWithEndpoint(url)
      const session = yield* anEntity(productId, "onboarding_session")
      const [changed = ""] = yield* record(session.event("onboarding_session_changed"))
      yield* became(changed, "delivered")
      yield* aSessionRow(session.entityId, productId)
      const completion = yield* openTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT FROM onboarding_sessions WHERE id = ${session.entityId} FOR UPDATE`
          yield* (yield* Events).record(session.event("onboarding_session_completed"))
        })
      )
      const again = yield* Effect.forkChild(redelivery.rearm([changed]))
      yield* untilSomeoneWaits
      yield* completion.commit
      assert.deepStrictEqual(yield* Fiber.join(again), {
        armed: [],
        refused: [{ id: changed, reason: "entity_is_done" }]
      })
    })
  )
})
