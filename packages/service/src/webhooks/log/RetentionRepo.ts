import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../../platform/database/StatementLimits.ts"
import { periodically } from "../../platform/jobs/periodically.ts"
import { firstEventId } from "../events/eventId.ts"

/**
 * How long events, deliveries, attempts and receivers' responses are kept, including the backlog of a paused address.
 */
export const KEPT = Duration.days(30)

/** Rows that one statement reads and deletes: few enough that no other statement waits for it. */
const AT_ONCE = 1000

/**
 * Deletes webhook data older than 30 days. Keeps each entity's newest event and its delivery, though no partner can see
 * them: they record the last state that was sent to the partner, and for a finished session that no further webhook
 * follows. Ids contain the time at which they were made, so a time is given as its first id.
 */
export const makeRetention = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Events between two ids, and whether each is its entity's newest. */
  const eventsBetween = (after: string, before: string) => sql<{
    readonly id: string
    readonly newest: boolean
  }>`
    SELECT e.id, NOT EXISTS (SELECT FROM events v
      WHERE v.subject = e.subject AND v.entity_id = e.entity_id AND v.seq > e.seq) AS newest
    FROM events e WHERE e.id > ${after} AND e.id < ${before} ORDER BY e.id LIMIT ${AT_ONCE}`

  /** Gives up those of these deliveries that still wait. */
  const giveUp = (
    ids: ReadonlyArray<string>
  ) => sql`UPDATE webhook_deliveries SET state = 'dead', due_at = NULL
    WHERE ${sql.in("id", ids)} AND state = 'pending'`

  const removeEvents = (ids: ReadonlyArray<string>) =>
    Effect.andThen(
      sql`DELETE FROM webhook_deliveries WHERE ${sql.in("id", ids)}`,
      sql`DELETE FROM events WHERE ${sql.in("id", ids)}`
    )

  /** Deletes older events page by page, each page in its own transaction. */
  const events = Effect.fnUntraced(function* (before: string) {
    let after: string | undefined = firstEventId(0)
    while (after !== undefined) {
      const page: ReadonlyArray<{ id: string; newest: boolean }> = yield* eventsBetween(after, before)
      const ids = (newest: boolean) => page.filter((row) => row.newest === newest).map(({ id }) => id)
      const [kept, gone] = [ids(true), ids(false)]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // Deliveries that waited that long for a paused address aren't sent any more.
          if (kept.length > 0) yield* giveUp(kept)
          if (gone.length > 0) yield* removeEvents(gone)
        })
      )
      after = page.length < AT_ONCE ? undefined : page.at(-1)?.id
    }
  })

  const attempts = Effect.fnUntraced(function* (before: string) {
    while (true) {
      const gone = yield* inBackground(sql)(sql`DELETE FROM webhook_attempts WHERE id IN (
        SELECT id FROM webhook_attempts WHERE id < ${before} ORDER BY id LIMIT ${AT_ONCE}) RETURNING id`)
      if (gone.length < AT_ONCE) return
    }
  })

  /** Destroys the keys that no longer sign. */
  const endedKeys = Effect.andThen(
    sql`UPDATE webhook_secrets SET sealed = NULL WHERE expires_at <= platform_now() AND sealed IS NOT NULL`,
    sql`DELETE FROM webhook_keys WHERE valid_until <= platform_now()`
  )

  return Effect.gen(function* () {
    const [row] = yield* sql<{ at: Date }>`
      SELECT platform_now() - ${Duration.toSeconds(KEPT)}::float8 * interval '1 second' AS at`
    const before = firstEventId(row?.at.getTime() ?? 0)
    yield* attempts(before)
    yield* events(before)
    yield* inBackground(sql)(sql`DELETE FROM webhook_notices WHERE id < ${before}`)
    yield* inBackground(sql)(sql`DELETE FROM webhook_replays WHERE id < ${before}`)
    yield* endedKeys
  }).pipe(Effect.withSpan("webhooks.retention"))
})

/** Deletes expired data every hour. */
export const WebhookRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const forget = yield* makeRetention
    yield* Effect.forkScoped(periodically("webhook retention", Cron.parseUnsafe("43 * * * *"), forget))
  })
)
