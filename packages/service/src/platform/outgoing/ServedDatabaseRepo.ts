import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { rootOf } from "../database/checkServer.ts"
import { isPassing } from "../database/databaseAway.ts"
import { firstRow } from "../database/rows.ts"
import { Settings } from "../config/Settings.ts"

/** The table, or its key, is missing: a restore into this database is under way. */
const UNFINISHED: ReadonlySet<unknown> = new Set(["42P01", "42P10"])

/** Whether the server doesn't say which database this is: some hosted servers keep these functions to themselves. */
export const isUnsaid = (error: unknown): error is SqlError =>
  isSqlError(error) && !isPassing(error) && !UNFINISHED.has(rootOf(error).code)

/** Whether the server is a replica: it knows its time line once it is promoted. */
export const isRecovering = (error: SqlError): boolean => rootOf(error).code === "55000"

/** The database as it is now, beside the one that was served last. */
export interface Compared {
  /** Whether any was served. */
  readonly isKnown: boolean
  readonly isSameDatabase: boolean
  /** Whether its tables are the ones that were served. */
  readonly isSameTables: boolean
  readonly isSameTimeline: boolean
}

/** Whether this is another database than the one that was served last, or the same one after a recovery. */
export const isRestored = (
  { isKnown, isSameDatabase, isSameTables, isSameTimeline }: Compared,
  outgoing: Settings["Service"]["outgoing"]
): boolean =>
  isKnown && !(isSameDatabase && isSameTables && (isSameTimeline || outgoing === "across-failovers"))

/**
 * The statements on a database's identity. All four parts of it come from the server: a copy has the row of its original,
 * but not its identity.
 */
export const servedDatabaseRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const now = sql.literal(`SELECT (pg_control_system()).system_identifier::text AS system_identifier,
    CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
    (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database_oid,
    'served_database'::regclass::oid::text AS table_oid`)
  const insert = sql`INSERT INTO served_database (system_identifier, timeline, database_oid, table_oid, accepted_at)
    SELECT n.system_identifier, n.timeline, n.database_oid, n.table_oid, platform_now() FROM (${now}) n`

  return {
    /** Undefined on a standby, which serves nothing. */
    compare: firstRow(sql<Compared>`
      SELECT s.is_only IS NOT NULL AS "isKnown",
        coalesce(s.system_identifier = n.system_identifier AND s.database_oid = n.database_oid, false) AS "isSameDatabase",
        coalesce(s.table_oid = n.table_oid, false) AS "isSameTables",
        coalesce(s.timeline = n.timeline, false) AS "isSameTimeline"
      FROM (${now}) n LEFT JOIN served_database s ON true WHERE n.timeline IS NOT NULL`),

    /** The condition that it is the one that was served last, by the same rules as `isRestored`. */
    isServed: (outgoing: Settings["Service"]["outgoing"]) => sql`EXISTS (
      SELECT FROM (${now}) n JOIN served_database s ON s.system_identifier = n.system_identifier
        AND s.database_oid = n.database_oid AND s.table_oid = n.table_oid
        ${sql.literal(outgoing === "across-failovers" ? "" : "AND s.timeline = n.timeline")})`,

    /** The identity of the database as one text, to recognise it later. */
    identity: Effect.map(
      firstRow(sql<{ readonly identity: string }>`
        SELECT concat_ws('/', n.system_identifier, n.timeline, n.database_oid, n.table_oid) AS identity FROM (${now}) n`),
      (row) => row?.identity ?? ""
    ),

    /** Records the database as served, unless one is recorded. */
    begin: sql`${insert} ON CONFLICT (is_only) DO NOTHING`,

    /** Records the database as the one to serve. */
    accept: sql`${insert} ON CONFLICT (is_only) DO UPDATE SET system_identifier = excluded.system_identifier,
      timeline = excluded.timeline, database_oid = excluded.database_oid, table_oid = excluded.table_oid,
      accepted_at = excluded.accepted_at`
  }
})

const keepAddress = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { baseUrl } = yield* Settings
  yield* sql`INSERT INTO service_address (base_url, served_at) VALUES (${baseUrl}, platform_now())
    ON CONFLICT (is_only) DO UPDATE SET base_url = excluded.base_url, served_at = excluded.served_at`
})

/**
 * Stores the address of a process that starts to serve; the last process to start wins. While the database takes no changes,
 * the process starts all the same, isn't ready, and stores it later.
 */
export const keepServiceAddress = Effect.catchIf(keepAddress, isPassing, () =>
  Effect.forkScoped(Effect.retry(keepAddress, { schedule: Schedule.spaced("1 second"), while: isPassing }))
)

/** The address at which the service runs; undefined if no process has served from this database yet. */
export const servedAddress = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [served] = yield* sql<{ base_url: string }>`SELECT base_url FROM service_address`
  return served?.base_url
})

/**
 * A path of the service for people, with the address at which the service runs, possibly in a process with other
 * settings. If no process has served from this database yet, the one that these settings have; without BASE_URL only the path.
 */
export const publishedAt = Effect.fn("publishedAt")(function* (path: string) {
  const address = yield* servedAddress
  if (address !== undefined) return `${address}${path}`
  const { baseUrl } = yield* Settings
  return baseUrl.startsWith("https://") ? `${baseUrl}${path}` : `${path} of the service`
})
