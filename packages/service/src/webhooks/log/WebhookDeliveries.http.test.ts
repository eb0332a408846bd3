import { WebhookDeliveriesGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import {
  receiver,
  anEntity,
  anEvent,
  passTime,
  record,
  startWorker
} from "../../../test/webhooks/TestWebhooks.ts"
import { aCallerWith } from "../../../test/webhooks/aFailingPartner.ts"
import { exchangeLimits } from "../delivery/deliverySettings.ts"
import { Events } from "../events/Events.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"
import { WebhookDeliveriesHttp } from "./WebhookDeliveries.http.ts"
import { WebhookReplays } from "./WebhookReplays.ts"
import { WebhookEndpoints } from "../endpoints/WebhookEndpoints.ts"
import { StillTime } from "../../../test/at.ts"

const services = served(apiOf(WebhookDeliveriesGroup), WebhookDeliveriesHttp).pipe(
  Layer.provideMerge(Layer.mergeAll(Events.layer, WebhookDeliveries.layer, WebhookReplays.layer)),
  // In development, webhooks may go to a receiver on this machine.
  Layer.provideMerge(StillTime.pipe(Layer.provideMerge(partnerServices({ dev: true }))))
)

const get = (key: string, path: string) => send(key, "GET", path)

/** Too little time for a receiver that hangs; the next one has as little. */
const impatient = { settings: { limits: { ...exchangeLimits, whole: 300 } } }

layer(services, { excludeTestServices: true })("webhook deliveries", (it) => {
  it.effect(
    "are listed newest first, page by page, each with its attempts and what the address answered",
    () =>
      Effect.gen(function* () {
        const { partner, productId, productKey, sent } = yield* aCallerWith(({ body }) =>
          body["event"] === "onboarding_session_completed" ? { status: 500, body: "out of order" } : 204
        )
        const employer = yield* anEntity(productId, "employer")
        const session = yield* anEntity(productId, "onboarding_session")
        yield* record(employer.event("employer_settings_changed"))
        // Moments of the list are whole milliseconds.
        yield* passTime("1 second")
        yield* record(session.event("onboarding_session_completed"))
        yield* sent

        const first = yield* get(productKey, "/api/v1/webhook-deliveries?limit=1")
        assert.strictEqual(first.status, 200)
        const [failed] = first.body.data
        assert.deepInclude(failed, {
          status: "failed",
          url: partner.url,
          delivered_at: null,
          product_id: productId
        })
        assert.deepInclude(failed.payload, { id: session.entityId, event: "onboarding_session_completed" })
        assert.strictEqual(failed.webhook_id, `msg_${failed.id}`)
        assert.lengthOf(failed.attempts, 1)
        assert.deepInclude(failed.attempts[0], { status_code: 500, response_excerpt: "out of order" })

        const cursor = first.body.pagination.next_cursor
        const second = yield* get(productKey, `/api/v1/webhook-deliveries?limit=1&after=${cursor}`)
        assert.deepInclude(second.body.data[0], { status: "delivered", next_attempt_at: null })
        assert.isNull(second.body.pagination.next_cursor)

        for (const filter of [
          "status=failed",
          "subject=onboarding_session",
          "event=onboarding_session_completed",
          `entity_id=${session.entityId}`,
          `entity_id=${session.entityId}&status=failed&event=onboarding_session_completed`,
          `from=${failed.inserted_at}`
        ]) {
          const { body } = yield* get(productKey, `/api/v1/webhook-deliveries?${filter}`)
          assert.deepStrictEqual(body.data, [failed], filter)
        }
        const earlier = yield* get(productKey, `/api/v1/webhook-deliveries?to=${failed.inserted_at}`)
        assert.deepStrictEqual(earlier.body.data, second.body.data)
        for (const filter of [
          "status=dead",
          `entity_id=${session.entityId}&event=onboarding_session_changed`,
          "from=9999-01-01T00:00:00Z",
          "to=0001-01-01T00:00:00Z"
        ]) {
          assert.deepStrictEqual(
            (yield* get(productKey, `/api/v1/webhook-deliveries?${filter}`)).body.data,
            []
          )
        }
      })
  )

  it.effect("tell of each attempt where it went, how it ended, and the first kilobyte of the answer", () =>
    Effect.gen(function* () {
      const answer = { status: 502, body: "\0é".repeat(1024) }
      const { partner, productId, productKey, sent } = yield* aCallerWith(() => answer)
      const employer = yield* anEntity(productId, "employer")
      const [id] = yield* record(employer.event("employer_settings_changed"))
      yield* sent
      const moved = yield* receiver((_, nth) => (nth === 1 ? "hang" : 204))
      yield* (yield* WebhookEndpoints).set({ productId, url: moved.url })
      yield* passTime("10 seconds")
      yield* (yield* startWorker(impatient)).untilIdle
      const { body } = yield* get(productKey, `/api/v1/webhook-deliveries/${id}`)
      const [first, second] = body.data.attempts
      assert.deepInclude(first, { url: partner.url, status_code: 502, error: null })
      assert.match(first.response_excerpt, /^(\uFFFDé)+\uFFFD?$/)
      assert.strictEqual(Buffer.from(first.response_excerpt.replaceAll("\uFFFD", "\0")).length, 1024)
      assert.deepInclude(second, {
        url: moved.url,
        status_code: null,
        error: "timeout",
        response_excerpt: null
      })
      assert.strictEqual(body.data.url, moved.url)
    })
  )

  it.effect("that were superseded point to what replaced them", () =>
    Effect.gen(function* () {
      const { productId, productKey, sent } = yield* aCallerWith(() => 500)
      const employer = yield* anEntity(productId, "employer")
      const [first] = yield* record(employer.event("employer_settings_changed"))
      yield* sent
      const [second] = yield* record(employer.event("employer_settings_changed"))
      const { body } = yield* get(productKey, `/api/v1/webhook-deliveries?status=superseded`)
      assert.lengthOf(body.data, 1)
      assert.deepInclude(body.data[0], {
        id: first,
        superseded_by: `msg_${second}`,
        next_attempt_at: null
      })
      assert.lengthOf(body.data[0].attempts, 1)
    })
  )

  it.effect("are shown one by one, with a tag that changes with what is shown", () =>
    Effect.gen(function* () {
      const { productId, productKey, sent } = yield* aCallerWith(() => 204)
      const employer = yield* anEntity(productId, "employer")
      const id = (yield* record(employer.event("employer_settings_changed")))[0]
      const path = `/api/v1/webhook-deliveries/${id}`
      yield* sent
      const shown = yield* get(productKey, path)
      assert.deepInclude(shown.body.data, { id, status: "delivered" })
      const again = yield* get(productKey, path)
      assert.strictEqual(again.headers["etag"], shown.headers["etag"])
      yield* (yield* SqlClient.SqlClient)`UPDATE webhook_attempts SET answer = NULL, took_ms = 59 WHERE delivery_id = ${id}`
      assert.notStrictEqual((yield* get(productKey, path)).headers["etag"], shown.headers["etag"])
    })
  )

  it.effect("of another product are not found and not listed", () =>
    Effect.gen(function* () {
      const { productId, sent } = yield* aCallerWith(() => 204)
      const { id } = yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* sent
      const { partnerKey, productKey } = yield* aCaller
      assert.deepInclude((yield* get(productKey, `/api/v1/webhook-deliveries/${id}`)).body, {
        status: 404,
        code: "not_found"
      })
      assert.deepStrictEqual((yield* get(productKey, "/api/v1/webhook-deliveries")).body.data, [])
      assert.strictEqual((yield* get(partnerKey, "/api/v1/webhook-deliveries")).status, 403)
      assert.strictEqual((yield* get(productKey, "/api/v1/webhook-deliveries?status=lost")).status, 422)
    })
  )
})
