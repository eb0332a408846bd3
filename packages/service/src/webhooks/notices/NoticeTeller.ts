import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { periodically } from "../../platform/jobs/periodically.ts"
import { Mailer } from "../../platform/mail/Mailer.ts"
import { noticeText, type NoticeFacts } from "./noticeText.ts"

interface Row extends NoticeFacts {
  readonly id: string
  readonly to: string | null
  /** Whether it has been retried for so long that the notice is no longer useful. */
  readonly late: boolean
}

/** Notices that one run sends at most. */
const AT_ONCE = 100

/**
 * Sends each unsent notice to the product's technical contact, at least once, and records that. Without a mail server
 * or a contact, a notice appears only in the API. A notice that the mail server doesn't accept is retried in the next
 * run, for a day. This is separate from delivery, which never waits for it.
 */
export const makeNoticeTeller = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer

  /** The next notice after an id, locked so that no other process sends it while this transaction is open. */
  const next = (after: string) => sql<Row>`
    SELECT n.id, n.kind, n.failing_since AS "failingSince", p.id AS "productId", p.name AS "productName",
      p.technical_contact_email AS "to", n.at < platform_now() - interval '1 day' AS late
    FROM webhook_notices n JOIN webhook_endpoints e ON e.id = n.endpoint_id JOIN products p ON p.id = e.product_id
    WHERE n.told_at IS NULL AND n.id > ${after}
    ORDER BY n.id LIMIT 1 FOR UPDATE OF n SKIP LOCKED`

  const emailed = Effect.fnUntraced(function* (row: Row) {
    if (row.to === null || Option.isNone(mailer)) return false
    yield* mailer.value.send({ id: row.id, to: row.to, ...noticeText(row) })
    return true
  })

  /** Sends one notice. Returns its id, or undefined if none is left. */
  const tell = (after: string) =>
    Effect.gen(function* () {
      const [row] = yield* next(after)
      if (row === undefined) return undefined
      const outcome = yield* emailed(row).pipe(
        Effect.catchTag("MailFailed", ({ code }) =>
          Effect.as(Effect.logWarning(`A notice about webhooks wasn't e-mailed: ${code}`), undefined)
        )
      )
      if (outcome !== undefined || row.late) {
        yield* sql`UPDATE webhook_notices SET told_at = platform_now(),
          emailed_at = CASE WHEN ${outcome === true} THEN platform_now() END WHERE id = ${row.id}`
      }
      return row.id
    }).pipe(sql.withTransaction)

  return Effect.gen(function* () {
    let after: string | undefined = "00000000-0000-0000-0000-000000000000"
    for (let told = 0; told < AT_ONCE && after !== undefined; told += 1) after = yield* tell(after)
  }).pipe(Effect.withSpan("webhooks.tellNotices"))
})

/** Sends pending notices every minute. */
export const NoticeTeller = Layer.effectDiscard(
  Effect.gen(function* () {
    const tellAll = yield* makeNoticeTeller
    yield* Effect.forkScoped(periodically("webhook notices", Cron.parseUnsafe("* * * * *"), tellAll))
  })
).pipe(Layer.provide(Mailer.layer))
