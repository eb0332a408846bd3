import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { changedSettings } from "../../../test/TestSettings.ts"
import { mailServer } from "../../../test/mailServer.ts"
import { aProductWithEndpoint, passTime, TestWebhooks } from "../../../test/webhooks/TestWebhooks.ts"
import { newId } from "../../platform/ids/newId.ts"
import { Mailer } from "../../platform/mail/Mailer.ts"
import { makeNoticeEmails } from "./NoticeEmails.ts"

const CONTACT = "it@payroll.example.com"

/** A product whose address was paused, with or without a technical contact. */
const aPausedProduct = Effect.fnUntraced(function* (contact: string | null = CONTACT) {
  const sql = yield* SqlClient.SqlClient
  const { endpointId, productId } = yield* aProductWithEndpoint("https://hooks.example.com/?token=s3cret")
  yield* sql`UPDATE products SET technical_contact_email = ${contact}, name = ${"Wattle\r\nBcc: x@example.com"}
    WHERE id = ${productId}`
  const id = yield* newId
  yield* sql`INSERT INTO webhook_notices (id, endpoint_id, kind, failing_since, at)
    VALUES (${id}, ${endpointId}, 'paused_failing', '2026-11-15T22:10:49Z', platform_now())`
  const state = Effect.map(
    sql<{ reported: boolean; emailed: boolean }>`SELECT reported_at IS NOT NULL AS reported,
      emailed_at IS NOT NULL AS emailed FROM webhook_notices WHERE id = ${id}`,
    ([row]) => row
  )
  return { id: id as string, productId, state }
})

/** Sends all pending notices through the mail server at this address. */
const sendBy = (url: string | null) =>
  Effect.gen(function* () {
    yield* yield* makeNoticeEmails
  }).pipe(
    Effect.provide(
      Mailer.layer.pipe(
        Layer.provide(
          changedSettings({ smtpUrl: Option.map(Option.fromNullishOr(url), (text) => Redacted.make(text)) })
        )
      )
    )
  )

layer(TestWebhooks.layer, { excludeTestServices: true })("a notice about a webhook address", (it) => {
  it.effect("is e-mailed to the product's technical contact once, and holds nothing personal or secret", () =>
    Effect.gen(function* () {
      const server = yield* mailServer()
      const { id, productId, state } = yield* aPausedProduct()
      yield* sendBy(server.url)
      yield* sendBy(server.url)
      const [mail = assert.fail("no mail came"), ...more] = server.mails
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(mail.to, [CONTACT])
      assert.strictEqual(mail.from, "webhooks@api.example.test")
      assert.include(mail.raw, `Message-ID: <${id}@api.example.test>`)
      assert.include(mail.raw, "has not accepted a webhook for five days")
      assert.include(mail.raw, productId)
      assert.include(mail.raw, "2026-11-15T22:10:49.000Z")
      // The mail server breaks long lines.
      const text = mail.raw.replaceAll(/=\r?\n/g, "")
      assert.include(text, "https://api.example.test/docs/partners/test-webhooks/#when-your-server-fails")
      assert.include(text, "From Sample Operator (not a real company). Questions: help@operator.example")
      assert.notInclude(mail.raw, "s3cret")
      assert.notMatch(mail.raw, /^Bcc:/m)
      assert.deepStrictEqual(yield* state, { reported: true, emailed: true })
    })
  )

  it.effect("stands in the API alone where there is no mail server, or nobody to write to", () =>
    Effect.gen(function* () {
      const server = yield* mailServer()
      const [unsent, unaddressed] = [yield* aPausedProduct(), yield* aPausedProduct(null)]
      yield* sendBy(null)
      assert.deepStrictEqual(yield* unsent.state, { reported: true, emailed: false })
      yield* sendBy(server.url)
      assert.deepStrictEqual(yield* unaddressed.state, { reported: true, emailed: false })
      assert.lengthOf(server.mails, 0)
    })
  )

  it.effect("that the mail server doesn't take is tried again, for a day, and holds up no other", () =>
    Effect.gen(function* () {
      let refusals = 0
      const server = yield* mailServer((to) => to === CONTACT && refusals++ === 0)
      const [refused, taken] = [yield* aPausedProduct(), yield* aPausedProduct("other@payroll.example.com")]
      yield* sendBy(server.url)
      assert.deepStrictEqual(yield* refused.state, { reported: false, emailed: false })
      assert.deepStrictEqual(yield* taken.state, { reported: true, emailed: true })
      yield* sendBy(server.url)
      assert.deepStrictEqual(yield* refused.state, { reported: true, emailed: true })

      const lost = yield* aPausedProduct()
      yield* sendBy("smtp://127.0.0.1:1")
      assert.deepStrictEqual(yield* lost.state, { reported: false, emailed: false })
      yield* passTime("25 hours")
      yield* sendBy("smtp://127.0.0.1:1")
      assert.deepStrictEqual(yield* lost.state, { reported: true, emailed: false })
    })
  )
})
