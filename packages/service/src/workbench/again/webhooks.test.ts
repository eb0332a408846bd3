import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac } from "node:crypto"
import { aProduct } from "../../../test/aProduct.ts"
import { aCaller } from "../../../test/TestPartnerHttp.ts"
import { type Answer, receiver, anEntity, record, startWorker } from "../../../test/webhooks/TestWebhooks.ts"
import { call, newestEntry, sendAgain, TestService } from "../../../test/workbench/TestService.ts"
import { Redelivery } from "../../webhooks/delivery/RedeliveryRepo.ts"
import { WebhookEndpoints } from "../../webhooks/endpoints/WebhookEndpoints.ts"
import * as Option from "effect/Option"

/** A product whose receiver got one webhook, and the entry of that attempt. */
const delivered = Effect.fnUntraced(function* (answer: (nth: number) => Answer, product?: string) {
  const productId = product ?? (yield* aCaller).productId
  const partner = yield* receiver((_, nth) => answer(nth))
  const set = yield* (yield* WebhookEndpoints).set({ productId, url: partner.url })
  const entity = yield* anEntity(productId, "employer")
  yield* record(entity.event("employer_settings_changed"))
  const worker = yield* startWorker()
  yield* worker.untilIdle
  const entry = yield* newestEntry("webhook_attempted")
  return { partner, productId, entry, endpoint: set.endpoint, secret: Option.getOrThrow(set.secret), worker }
})

const offerOf = (seq: number) =>
  Effect.map(call("GET", `/_workbench/entries/${seq}`), ({ body }) => body.data.again)

layer(TestService.layer, { excludeTestServices: true })("a webhook", (it) => {
  it.effect("is sent again by a replay: the same event, signed anew; both answers are compared", () =>
    Effect.gen(function* () {
      const { entry, partner } = yield* delivered((nth) =>
        nth === 1 ? 204 : { status: 200, body: "thanks" }
      )
      assert.deepStrictEqual(yield* offerOf(entry.seq), { can_send: true, can_edit: true, because: null })
      const sent = yield* sendAgain(entry.seq)
      assert.strictEqual(sent.status, 200, sent.text)
      const { before, differences, entry_seq, now } = sent.body.data
      assert.deepStrictEqual([before.status, now.status], [204, 200])
      assert.deepInclude(differences, { place: "status", before: "204", now: "200" })
      assert.notInclude(sent.text, "thanks")
      const [first, second] = partner.arrivals
      assert.strictEqual(second?.webhookId, first?.webhookId)
      assert.strictEqual(second?.raw, first?.raw)
      const { body } = yield* call("GET", `/_workbench/entries/${entry_seq}`)
      assert.deepInclude(body.data.entry, { kind: "sent_again", parent_id: entry.span_id })
    })
  )

  it.effect(
    "is delivered edited as a trial: signed, with a webhook-id that no event has, and not in the log",
    () =>
      Effect.gen(function* () {
        const { endpoint, entry, partner, secret } = yield* delivered(() => 204)
        const sql = yield* SqlClient.SqlClient
        const count = sql<{ count: number }>`SELECT count(*)::int AS count FROM webhook_deliveries
        WHERE endpoint_id = ${endpoint.id}`
        const before = yield* count
        const shown = JSON.parse(
          (yield* call("GET", `/_workbench/entries/${entry.seq}`)).body.data.request.body
        )
        const sent = yield* sendAgain(entry.seq, JSON.stringify({ ...shown, event: "employer_was_painted" }))
        assert.strictEqual(sent.body.data.now.status, 204, sent.text)
        assert.match(sent.body.data.notes[0], /no event/)
        const arrival = partner.arrivals[1] ?? assert.fail("nothing arrived")
        const first = partner.arrivals[0]?.body
        assert.deepStrictEqual<object>(arrival.body, { ...first, event: "employer_was_painted" })
        assert.match(arrival.webhookId, /^msg_trial-[0-9a-f-]{36}$/)
        const timestamp = String(arrival.headers["webhook-timestamp"])
        const signed = createHmac(
          "sha256",
          Buffer.from(Redacted.value(secret).slice("whsec_".length), "base64")
        )
          .update(`${arrival.webhookId}.${timestamp}.${arrival.raw}`)
          .digest("base64")
        assert.strictEqual(arrival.headers["webhook-signature"], `v1,${signed}`)
        assert.isDefined(arrival.headers["traceparent"])
        assert.deepStrictEqual(yield* count, before)
        const { body } = yield* call("GET", `/_workbench/entries/${sent.body.data.entry_seq}`)
        assert.deepInclude(body.data.entry, { kind: "sent_again", method: "POST", status: 204 })
        assert.strictEqual(body.data.request.headers["webhook-signature"], "(hidden)")
        const again = JSON.parse(body.data.request.body)
        assert.strictEqual(again.subject, "employer")
        // A partner's own id is shown.
        assert.match(again.remote_id, /^remote /)
      })
  )

  it.effect("isn't edited for a paused address, nor for a live product, and says what to do", () =>
    Effect.gen(function* () {
      const { endpoint, entry } = yield* delivered(() => 204)
      yield* (yield* Redelivery).pause(endpoint.id)
      const offer = yield* offerOf(entry.seq)
      assert.deepInclude(offer, { can_send: true, can_edit: false })
      assert.match(offer.because, /paused. Resume them first/)
      const refused = yield* sendAgain(entry.seq, "{}")
      assert.deepInclude(refused.body, { status: 409, code: "not_sendable", detail: offer.because })

      const live = yield* delivered(() => 204, yield* aProduct({ sandboxed: false }))
      assert.match((yield* offerOf(live.entry.seq)).because, /live: its receiver would act/)
    })
  )

  it.effect("is refused as the replay refuses it, with its sentence", () =>
    Effect.gen(function* () {
      const { endpoint, entry } = yield* delivered((nth) => (nth === 1 ? 204 : 500))
      yield* (yield* Redelivery).pause(endpoint.id)
      const first = yield* sendAgain(entry.seq)
      assert.strictEqual(first.body.data.now.status, null, first.text)
      assert.match(first.body.data.notes.join(" "), /sent when they are resumed/)
      const second = yield* sendAgain(entry.seq)
      assert.deepInclude(second.body, { status: 409, code: "not_sendable" })
      assert.match(second.body.detail, /^It is not final yet/)
    })
  )
})
