import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Waits until a statement of this database waits for a lock of another transaction, by the server's own record. Asks again
 * at once: under a test's clock a pause would never end.
 */
export const untilSomeoneWaits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
    Effect.repeat({ until: (rows) => rows.length > 0 })
  )
)
