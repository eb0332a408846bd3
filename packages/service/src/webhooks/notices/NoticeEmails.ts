import type { InstanceFile } from "@embedded-super/contracts/schemas"
import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../../platform/config/Settings.ts"
import { periodically } from "../../platform/jobs/periodically.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"
import { Mailer } from "../../platform/mail/Mailer.ts"
import { makeNotices, type Notice, type UnsentNotice } from "./NoticesRepo.ts"

/** Notices that one run sends at most. */
const AT_ONCE = 100

/**
 * Sends each unsent notice to the product's technical contact, at least once, and records that. Without a mail server
 * or a contact, a notice appears only in the API. A notice that the mail server doesn't accept is retried in the next
 * run, for a day. This is separate from delivery, which never waits for it.
 */
export const makeNoticeEmails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notices = yield* makeNotices
  const mailer = yield* Mailer
  const mayWork = unlessHeld((yield* Outgoing).look)
  const { instance } = yield* Settings

  /** Returns whether the notice was e-mailed; undefined if the mail server didn't accept it. */
  const emailed = Effect.fnUntraced(
    function* (notice: UnsentNotice) {
      if (notice.to === null || Option.isNone(mailer)) return false
      yield* mailer.value.send({ id: notice.id, to: notice.to, ...noticeText(notice, instance) })
      return true
    },
    Effect.catchTag("MailFailed", ({ code }) =>
      Effect.logWarning("A notice about webhooks wasn't e-mailed").pipe(
        Effect.annotateLogs({ code }),
        Effect.as(undefined)
      )
    )
  )

  /** Sends one notice. Returns its id, or undefined if none is left. */
  const send = Effect.fnUntraced(function* (after: string) {
    const notice = yield* notices.nextUnsent(after)
    if (notice === undefined) return undefined
    const isEmailed = yield* emailed(notice)
    if (isEmailed !== undefined || notice.late) yield* notices.sent(notice.id, isEmailed === true)
    return notice.id
  }, sql.withTransaction)

  return Effect.gen(function* () {
    let after: string | undefined = "00000000-0000-0000-0000-000000000000"
    for (let sent = 0; sent < AT_ONCE && after !== undefined; sent += 1) after = yield* send(after)
  }).pipe(mayWork, Effect.withSpan("webhooks.noticeEmails"))
})

/** E-mails unsent notices every minute. */
export const NoticeEmails = Layer.effectDiscard(
  Effect.gen(function* () {
    const sendAll = yield* makeNoticeEmails
    yield* Effect.forkScoped(periodically("webhook notices", Cron.parseUnsafe("* * * * *"), sendAll))
  })
).pipe(Layer.provide(Mailer.layer))

/** The event and the advice, by kind of notice. */
const texts: Readonly<Record<Notice, { readonly happened: string; readonly advice: string }>> = {
  failing_1h: {
    happened: "has not accepted a webhook for an hour",
    advice: "Each webhook is tried 13 times over at least 60 hours; nothing is lost yet."
  },
  failing_24h: {
    happened: "has not accepted a webhook for 24 hours",
    advice: "Each webhook is tried 13 times over at least 60 hours; nothing is lost yet."
  },
  failing_72h: {
    happened: "has not accepted a webhook for 72 hours",
    advice: "After five days delivery is paused. What was not delivered is kept for 30 days."
  },
  paused_failing: {
    happened: "has not accepted a webhook for five days, and delivery to it is paused",
    advice: "What was not delivered is kept for 30 days. When the address works again, resume delivery."
  },
  paused_gone: {
    happened: "has answered 410 (gone), and delivery to it is paused",
    advice: "What was not delivered is kept for 30 days. Set the address again, or resume delivery."
  },
  paused_unusable: {
    happened: "can no longer be used by the service, and delivery to it is paused",
    advice: "Set the address again; then delivery is resumed."
  }
}

/** Subject and text of the e-mail. A product's name is free text of its partner: line breaks are removed. */
const noticeText = (
  { failingSince, kind, productId, productName }: UnsentNotice,
  { docs_url, help_contact, operator }: InstanceFile
) => {
  const { advice, happened } = texts[kind]
  const name = productName.replaceAll(/\s+/g, " ").trim()
  const since =
    failingSince === null ? [] : [`No delivery has succeeded since ${failingSince.toISOString()}.`]
  return {
    subject: `Webhooks of ${name}: the address ${happened}`,
    text: [
      `The webhook address of the product ${name} (${productId}) ${happened}.`,
      ...since,
      "",
      advice,
      "",
      `State of delivery: GET /api/v1/products/${productId}`,
      "Deliveries, with your address's answers: GET /api/v1/webhook-deliveries",
      `Resume: POST /api/v1/products/${productId}/webhook/resume`,
      `What to do, step by step: ${docs_url}/partners/test-webhooks/#when-your-server-fails`,
      "",
      `From ${operator.legal_name}. Questions: ${help_contact.email}`,
      ""
    ].join("\n")
  }
}
