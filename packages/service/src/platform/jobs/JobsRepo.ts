import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The table of Effect's PersistedQueue: migration 0001 creates it. */
export const JOBS_TABLE = "effect_queue"

/** The statements on waiting jobs that Effect's queue doesn't offer. `element` is a job's value as JSON. */
export const jobsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const table = sql(JOBS_TABLE)

  return {
    /** Removes the waiting, due jobs of exactly this value. */
    removeDue: (queue: string, element: string) =>
      Effect.asVoid(sql`
        DELETE FROM ${table} WHERE sequence IN (
          SELECT sequence FROM ${table}
          WHERE queue_name = ${queue} AND state = 'pending' AND visible_at <= now()
            AND acquired_at IS NULL AND element = ${element}
          FOR UPDATE SKIP LOCKED
        )`),

    /** The waiting jobs that aren't due yet. */
    delayed: (queue: string) => sql<{ readonly sequence: string; readonly element: string }>`
      SELECT sequence, element FROM ${table}
      WHERE queue_name = ${queue} AND state = 'pending' AND visible_at > now()`,

    /** Makes a waiting job due in `seconds`, if it would be due later. */
    hasten: (sequence: string, seconds: number) => sql`UPDATE ${table}
      SET visible_at = least(visible_at, clock_timestamp() + ${seconds}::float8 * interval '1 second')
      WHERE sequence = ${sequence} AND state = 'pending'`
  }
})
