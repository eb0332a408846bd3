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

/** A kind of work: how much of it waits, and for how many seconds its oldest piece has been due. */
interface Work {
  readonly kind: string
  readonly waiting: number
  readonly due_seconds: number | null
}

/** A timer, such as clean-up, with the moments that the queue of jobs keeps for two days. */
interface Timer {
  readonly timer: string
  readonly last_ended_at: Date | null
  /** For how many seconds its next run has been due; null if it isn't due. */
  readonly late_seconds: number | null
  readonly is_failing: boolean
}

/** The sessions of a name on the database. */
interface Sessions {
  readonly application_name: string
  readonly connections: number
  readonly since: Date | null
}

/** The statements of `admin status` that belong to no other folder. */
export const statusRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  database: firstRow(sql<DatabaseState>`SELECT current_setting('server_version') AS server_version,
      current_setting('transaction_read_only')::boolean AS is_read_only,
      pg_database_size(current_database())::float8 AS bytes,
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int AS max_connections`),

  /** What no other folder counts. */
  otherWork: sql<Work>`
    SELECT 'e-mails' AS kind, count(*)::int AS waiting,
      extract(epoch FROM platform_now() - min(n.at))::float8 AS due_seconds
    FROM webhook_notices n JOIN webhook_endpoints e ON e.id = n.endpoint_id JOIN products p ON p.id = e.product_id
    WHERE n.reported_at IS NULL AND p.technical_contact_email IS NOT NULL
    UNION ALL
    SELECT 'choice forms', count(*)::int,
      max(extract(epoch FROM business_now(p.sandboxed) - c.requested_at))::float8
    FROM choice_forms c JOIN products p ON p.id = c.product_id WHERE c.made_at IS NULL
    UNION ALL
    SELECT 'employer lists', count(*)::int, max(extract(epoch FROM business_now(f.simulated) - l.received_at))::float8
    FROM employer_list_files l JOIN funds f ON f.id = l.fund_id WHERE l.state IN ('waiting', 'importing')
    UNION ALL
    SELECT 'jobs', count(*)::int, extract(epoch FROM now() - min(visible_at))::float8
    FROM effect_queue WHERE state = 'pending' AND acquired_at IS NULL AND visible_at <= now()`,

  /** Now, for live and for simulated things. */
  moments: Effect.map(
    sql<Moments>`SELECT platform_now() AS live, business_now(true) AS simulated`,
    ([row]) => row ?? { live: new Date(0), simulated: new Date(0) }
  ),

  timers: sql<Timer>`SELECT substr(queue_name, 6) AS timer,
      (max(updated_at) FILTER (WHERE state = 'completed'))::timestamptz AS last_ended_at,
      max(extract(epoch FROM now() - visible_at)) FILTER (WHERE state = 'pending' AND acquired_at IS NULL
        AND visible_at <= now())::float8 AS late_seconds,
      coalesce(bool_or(attempts > 0 AND last_failure IS NOT NULL) FILTER (WHERE state = 'pending'), false) AS is_failing
    FROM effect_queue WHERE queue_name LIKE 'cron:%' GROUP BY queue_name ORDER BY queue_name`,

  /** The sessions of this database by their names, without this one. */
  sessions: sql<Sessions>`SELECT application_name, count(*)::int AS connections, min(backend_start) AS since
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''
    GROUP BY application_name ORDER BY application_name`
}))
