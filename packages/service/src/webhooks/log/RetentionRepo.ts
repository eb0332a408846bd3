import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstEventId } from "../events/eventId.ts"

/**
 * The statements that delete old webhook data. Ids contain the time at which they were made, so a time is given as its
 * first id.
 */
export const retentionRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** The first id of the time `ago` before now. */
  firstIdOf: (ago: Duration.Duration) =>
    Effect.map(
      sql<{
        at: Date
      }>`SELECT platform_now() - ${Duration.toSeconds(ago)}::float8 * interval '1 second' AS at`,
      ([row]) => firstEventId(row?.at.getTime() ?? 0)
    ),

  /** Events between two ids, and whether each is its entity's newest. */
  events: (after: string, before: string, limit: number) => sql<{
    readonly id: string
    readonly newest: boolean
  }>`
    SELECT e.id, NOT EXISTS (SELECT FROM events v
      WHERE v.subject = e.subject AND v.entity_id = e.entity_id AND v.seq > e.seq) AS newest
    FROM events e WHERE e.id > ${after} AND e.id < ${before} ORDER BY e.id LIMIT ${limit}`,

  /** Gives up those of these deliveries that still wait. */
  giveUp: (ids: ReadonlyArray<string>) => sql`UPDATE webhook_deliveries SET state = 'dead', due_at = NULL
    WHERE ${sql.in("id", ids)} AND state = 'pending'`,

  removeEvents: (ids: ReadonlyArray<string>) =>
    Effect.andThen(
      sql`DELETE FROM webhook_deliveries WHERE ${sql.in("id", ids)}`,
      sql`DELETE FROM events WHERE ${sql.in("id", ids)}`
    ),

  /** Deletes up to `limit` attempts, and returns their number. */
  removeAttempts: (before: string, limit: number) =>
    Effect.map(
      sql`DELETE FROM webhook_attempts WHERE id IN (
        SELECT id FROM webhook_attempts WHERE id < ${before} ORDER BY id LIMIT ${limit}) RETURNING id`,
      (rows) => rows.length
    ),

  removeNotices: (before: string) => sql`DELETE FROM webhook_notices WHERE id < ${before}`,
  removeReplays: (before: string) => sql`DELETE FROM webhook_replays WHERE id < ${before}`,

  /** Destroys the keys that no longer sign. */
  destroyEnded: Effect.andThen(
    sql`UPDATE webhook_secrets SET sealed = NULL WHERE expires_at <= platform_now() AND sealed IS NOT NULL`,
    sql`DELETE FROM webhook_keys WHERE valid_until <= platform_now()`
  )
}))
