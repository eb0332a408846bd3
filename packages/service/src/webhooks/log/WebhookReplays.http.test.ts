import { assert, layer } from "@effect/vitest"
import { WebhookDeliveriesGroup } from "@embedded-super/contracts/partner-api"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { anEntity, anEvent, deliveriesOf, passTime, record } from "../../../test/webhooks/TestWebhooks.ts"
import { aCallerWith } from "../../../test/webhooks/aFailingPartner.ts"
import { Redelivery } from "../delivery/RedeliveryRepo.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { WebhookDeliveriesHttp } from "./WebhookDeliveries.http.ts"
import { ReplayRules, WebhookReplays } from "./WebhookReplays.ts"

const services = served(apiOf(WebhookDeliveriesGroup), WebhookDeliveriesHttp).pipe(
  Layer.provideMerge(WebhookReplays.layer),
  Layer.provideMerge(Layer.succeed(ReplayRules, { perRequest: 3, quota: 5, window: Duration.hours(24) })),
  // In development, webhooks may go to a receiver on this machine.
  Layer.provideMerge(partnerServices({ dev: true }))
)

const path = (id: string | undefined) => `/api/v1/webhook-deliveries/${id}/replay`
const MANY = "/api/v1/webhook-deliveries/replay"

/** A time span that contains everything that happened so far. */
const always = Effect.gen(function* () {
  const [row] = yield* (yield* SqlClient.SqlClient)<{ at: Date }>`SELECT platform_now() AS at`
  const at = row?.at.getTime() ?? 0
  return { from: new Date(at - 20 * 86_400_000).toISOString(), to: new Date(at + 60_000).toISOString() }
})

layer(services, { excludeTestServices: true })("a delivery that is replayed", (it) => {
  it.effect("is sent again, the same webhook-id and bytes, signed anew, with its own place in the log", () =>
    Effect.gen(function* () {
      const { partner, productId, productKey, sent } = yield* aCallerWith()
      const intent = yield* anEntity(productId, "onboarding_session_intent")
      const [id] = yield* record(intent.event("onboarding_intent_completed"))
      yield* sent
      yield* (yield* WebhookEndpoints).rotateSecret(productId)
      const answer = yield* send(productKey, "POST", path(id))
      assert.strictEqual(answer.status, 202)
      assert.deepInclude(answer.body.data, { id, status: "pending", delivered_at: null })
      assert.match(answer.headers["etag"] ?? "", /^"/)
      yield* sent
      const [first, again] = partner.arrivals
      assert.strictEqual(again?.webhookId, first?.webhookId)
      assert.strictEqual(again?.raw, first?.raw)
      assert.deepStrictEqual(
        [first, again].map((arrival) => String(arrival?.headers["webhook-signature"]).split(" ").length),
        [1, 2]
      )
      const shown = yield* send(productKey, "GET", `/api/v1/webhook-deliveries/${id}`)
      assert.deepInclude(shown.body.data, { status: "delivered" })
      assert.lengthOf(shown.body.data.attempts, 2)
    })
  )

  it.effect(
    "isn't what is on its way, was superseded, came before a completion, or is another product's",
    () =>
      Effect.gen(function* () {
        const { productId, productKey, sent } = yield* aCallerWith()
        const refusal = Effect.fnUntraced(function* (id: string | undefined) {
          const { body, status } = yield* send(productKey, "POST", path(id))
          return [status, body.code, body.detail]
        })
        const employer = yield* anEntity(productId, "employer")
        const session = yield* anEntity(productId, "onboarding_session")
        const [changed] = yield* record(session.event("onboarding_session_changed"))
        yield* sent
        const [completed] = yield* record(session.event("onboarding_session_completed"))
        const [older] = yield* record(employer.event("employer_settings_changed"))
        const [newer] = yield* record(employer.event("employer_settings_changed"))
        assert.include(String(yield* refusal(newer)), "409,delivery_not_replayable,It is not final yet")
        yield* sent
        assert.include(
          String(yield* refusal(older)),
          `409,delivery_not_replayable,It was superseded by msg_${newer}`
        )
        assert.include(
          String(yield* refusal(changed)),
          "409,delivery_not_replayable,The session's last webhook"
        )
        assert.strictEqual((yield* send(productKey, "POST", path(completed))).status, 202)
        const stranger = yield* aCaller
        assert.strictEqual((yield* send(stranger.productKey, "POST", path(newer))).status, 404)
      })
  )

  it.effect("waits for a paused address to be resumed, and goes nowhere while sending is switched off", () =>
    Effect.gen(function* () {
      const { endpointId, partner, productId, productKey, sent } = yield* aCallerWith()
      const { id } = yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* sent
      const redelivery = yield* Redelivery
      yield* redelivery.pause(endpointId)
      assert.strictEqual((yield* send(productKey, "POST", path(id))).status, 202)
      yield* sent
      assert.lengthOf(partner.arrivals, 1)
      yield* redelivery.resume(endpointId)
      yield* sent
      assert.lengthOf(partner.arrivals, 2)
      yield* (yield* WebhookEndpoints).set({ productId, url: partner.url, enabled: false })
      const refused = yield* send(productKey, "POST", path(id))
      assert.deepInclude(refused.body, { status: 409, code: "webhook_not_configured" })
    })
  )

  it.effect("isn't one about an employer issue when the partner no longer gets those [R-2.1-17]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partnerId, productId, productKey, sent } = yield* aCallerWith()
      const enable = (enabled: boolean) =>
        sql`UPDATE partners SET employer_issue_webhooks_enabled = ${enabled} WHERE id = ${partnerId}`
      yield* enable(true)
      const { id } = yield* anEvent(productId, "employer_issue", "employer_issue_created")
      yield* sent
      yield* enable(false)
      assert.strictEqual((yield* send(productKey, "POST", path(id))).body.code, "delivery_not_replayable")
      const body = yield* always
      assert.strictEqual((yield* send(productKey, "POST", MANY, { body })).body.data.deliveries_count, 0)
    })
  )
})

layer(services, { excludeTestServices: true })("a span of time that is replayed", (it) => {
  it.effect("is sent in the order in which it happened, of each entity what the receiver needs", () =>
    Effect.gen(function* () {
      const { partner, productId, productKey, sent } = yield* aCallerWith()
      const employer = yield* anEntity(productId, "employer")
      const intent = yield* anEntity(productId, "onboarding_session_intent")
      const session = yield* anEntity(productId, "onboarding_session")
      yield* record(employer.event("employer_settings_changed"))
      yield* sent
      const [finished] = yield* record(intent.event("onboarding_intent_completed"))
      yield* record(session.event("onboarding_session_changed"))
      yield* sent
      const [newest] = yield* record(employer.event("employer_settings_changed"))
      const [completed] = yield* record(session.event("onboarding_session_completed"))
      yield* sent
      const before = partner.arrivals.length
      const answer = yield* send(productKey, "POST", MANY, { body: yield* always })
      assert.deepStrictEqual(answer.body, {
        data: { deliveries_count: 3, next_from: null },
        version: "v1"
      })
      yield* sent
      assert.deepStrictEqual(
        partner.arrivals.slice(before).map(({ webhookId }) => webhookId),
        [finished, newest, completed].map((id) => `msg_${id}`)
      )
    })
  )

  it.effect("is neither one that still waits, nor an event of the time when sending was switched off", () =>
    Effect.gen(function* () {
      const { partner, productId, productKey, sent } = yield* aCallerWith(() => 503)
      const endpoints = yield* WebhookEndpoints
      yield* endpoints.set({ productId, url: partner.url, enabled: false })
      yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* endpoints.set({ productId, url: partner.url })
      yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* sent
      const { body } = yield* send(productKey, "POST", MANY, { body: yield* always })
      assert.deepStrictEqual(body.data, { deliveries_count: 0, next_from: null })
    })
  )

  it.effect("is limited to a state, a subject, an event, an entity and to the time itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId, productKey, sent } = yield* aCallerWith()
      const [one, other] = [
        yield* anEntity(productId, "onboarding_session_intent"),
        yield* anEntity(productId, "onboarding_session_intent")
      ]
      const [early] = yield* record(one.event("onboarding_intent_completed"))
      yield* passTime("1 hour")
      yield* record(other.event("onboarding_intent_completed"))
      yield* sent
      yield* sql`UPDATE webhook_deliveries SET state = 'dead', delivered_at = NULL, due_at = NULL WHERE id = ${early}`
      const { from, to } = yield* always
      const between = new Date(Date.parse(to) - 30 * 60_000).toISOString()
      const count = Effect.fnUntraced(function* (change: object) {
        const { body } = yield* send(productKey, "POST", MANY, { body: { from, to, ...change } })
        yield* sent
        yield* sql`DELETE FROM webhook_replays`
        return body.data.deliveries_count
      })
      assert.strictEqual(yield* count({ status: "dead" }), 1)
      assert.strictEqual(yield* count({ status: "dead" }), 0)
      assert.strictEqual(yield* count({ to: between }), 1)
      assert.strictEqual(yield* count({ from: between }), 1)
      assert.strictEqual(yield* count({ entity_id: one.entityId }), 1)
      assert.strictEqual(yield* count({ subject: "employer" }), 0)
      assert.strictEqual(yield* count({ event: "onboarding_intent_completed" }), 2)
      assert.strictEqual(yield* count({ status: "superseded" }), 0)
      const refused = yield* send(productKey, "POST", MANY, { body: { from: to, to: from } })
      assert.deepInclude(refused.body.errors[0], { pointer: "#/to", code: "not_allowed" })
    })
  )

  it.effect("goes on where a request's bound was, and ends at the day's quota, until a day is over", () =>
    Effect.gen(function* () {
      const { productId, productKey, sent } = yield* aCallerWith()
      const intents = yield* Effect.forEach(Array.from({ length: 8 }), () =>
        anEntity(productId, "onboarding_session_intent")
      )
      for (const intent of intents) {
        yield* record(intent.event("onboarding_intent_completed"))
        yield* passTime("1 minute")
      }
      yield* sent
      const { from, to } = yield* always
      const first = yield* send(productKey, "POST", MANY, { body: { from, to } })
      const { next_from } = first.body.data
      assert.strictEqual(first.body.data.deliveries_count, 3)
      yield* sent
      const second = yield* send(productKey, "POST", MANY, { body: { from: next_from, to } })
      assert.strictEqual(second.body.data.deliveries_count, 2)
      yield* sent
      const third = yield* send(productKey, "POST", MANY, { body: { from: second.body.data.next_from, to } })
      assert.deepInclude(third.body, { status: 429, code: "replay_quota_exceeded" })
      assert.isAbove(Number(third.headers["retry-after"]), 86_000)
      const [last] = yield* deliveriesOf(intents[7]?.entityId ?? "")
      assert.deepInclude(last, { state: "delivered", attempts: 1 })
      const stranger = yield* aCallerWith()
      assert.strictEqual((yield* send(stranger.productKey, "POST", MANY, { body: { from, to } })).status, 202)
      yield* passTime("24 hours")
      const tomorrow = yield* send(productKey, "POST", MANY, {
        body: { from: second.body.data.next_from, to }
      })
      assert.strictEqual(tomorrow.body.data.deliveries_count, 3)
    })
  )
})
