import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Moments } from "../platform/time/BusinessClock.ts"
import { firstRow } from "../platform/database/rows.ts"

interface DatabaseState {
  readonly server_version: string
  readonly is_read_only: boolean
  readonly bytes: number
  readonly connections: number
  readonly max_connections: number
}

/** The statements of `admin status` on the database itself. `HealthRepo` has those on the work. */
export const statusRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  database: firstRow(sql<DatabaseState>`SELECT current_setting('server_version') AS server_version,
      current_setting('transaction_read_only')::boolean AS is_read_only,
      pg_database_size(current_database())::float8 AS bytes,
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int AS max_connections`),

  /** Now, for live and for simulated things. */
  moments: Effect.map(
    sql<Moments>`SELECT platform_now() AS live, business_now(true) AS simulated`,
    ([row]) => row ?? { live: new Date(0), simulated: new Date(0) }
  )
}))
