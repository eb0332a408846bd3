import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { isDatabaseAway } from "./databaseAway.ts"
import { tlsProblem } from "./databaseTls.ts"
import { Connections, DatabaseUrl } from "./DatabaseUrl.ts"
import { startupLimits, StatementLimits } from "./StatementLimits.ts"

/** PostgreSQL 15 introduced UNIQUE NULLS NOT DISTINCT, which the idempotency keys need. */
const OLDEST_MAJOR = 15

/** The address without user and password, safe to print. */
const printable = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url))
  return parsed === null ? "an address that is not a URL" : `${parsed.host}${parsed.pathname}`
}

/** The error of the server or the network: the end of the chain of causes. It contains no row data at this point. */
export const rootOf = (error: unknown): { readonly code?: unknown; readonly message?: unknown } => {
  const cause = Predicate.isObject(error) ? (error as { readonly cause?: unknown }).cause : undefined
  if (cause !== undefined) return rootOf(cause)
  return Predicate.isObject(error) ? error : { message: String(error) }
}

export const rootMessage = (error: unknown): string => {
  const { code, message } = rootOf(error)
  return Predicate.isString(message) && message !== "" ? message : String(code ?? error)
}

/** The server recovers after a crash and accepts connections soon (`cannot_connect_now`). */
const isStarting = (error: SqlError): boolean => rootOf(error).code === "57P03"

/** PgBouncer's refusal of a parameter that it can't keep for each client. */
const isPoolersRefusal = (error: SqlError) => rootMessage(error).includes("startup parameter")

export const unreachable = (url: Redacted.Redacted, error: SqlError) =>
  tlsProblem(printable(url), rootOf(error)) ??
  new OperatorError({
    problem: `The database at ${printable(url)} can't be used (${rootMessage(error)}).`,
    remedy: isPoolersRefusal(error)
      ? "If it is a pooler in transaction mode, set DATABASE_POOLER=transaction; in session mode, have it ignore these parameters (ignore_startup_parameters of PgBouncer)."
      : "Check that it runs and that DATABASE_URL is right (postgres://user:password@host:port/database)."
  })

/** The server takes no changes (`read_only_sql_transaction`). */
const takesNoChanges = new OperatorError({
  problem: "The database takes no changes.",
  remedy:
    "It is a standby, or closed to changes: point DATABASE_URL at the primary, or open it. Commands that only read work on it."
})

/** Why a command that was under way ended: the database went away, or can't do it now. Undefined for any other failure. */
export const awayProblem = (error: unknown): OperatorError | undefined => {
  if (!isDatabaseAway(error)) return undefined
  return rootOf(error).code === "25006"
    ? takesNoChanges
    : new OperatorError({
        problem: `The database can't be used now (${rootMessage(error)}).`,
        remedy: "Check that it runs, and how busy it is (pg_stat_activity); then run this again."
      })
}

/** The server doesn't answer in time. */
export const databaseIsAway = (url: Redacted.Redacted, within: Duration.Duration) =>
  new OperatorError({
    problem: `The database at ${printable(url)} didn't answer within ${Duration.format(within)}.`,
    remedy: "Check that it runs, and how busy it is (pg_stat_activity); then ask again."
  })

const sessionOf = (connection: Connection) =>
  Effect.map(
    connection.executeUnprepared("SELECT pg_backend_pid() AS pid", [], undefined),
    ([row]) => (row as { readonly pid: number } | undefined)?.pid
  )

/**
 * Whether two open connections share a session, or one changes it: no server does that, and a pooler does that gives
 * each transaction any session. Its idle sessions are used last in, first out; with any other order the second
 * question of the first connection gets another session.
 */
const sharesSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [first, second] = [yield* sql.reserve, yield* sql.reserve]
  const before = yield* sessionOf(first)
  yield* second.executeUnprepared("BEGIN", [], undefined)
  const other = yield* sessionOf(second)
  const isShared = other === before || (yield* sessionOf(first)) !== before
  yield* second.executeUnprepared("COMMIT", [], undefined)
  return isShared
}).pipe(Effect.scoped)

/** Refuses a server that is too old, or behind a pooler that the settings don't name. Warns if it keeps no limits. */
export const checkServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const url = yield* DatabaseUrl
  const { pooler } = yield* Connections
  const limits = yield* StatementLimits
  const [row] = yield* sql<{ major: number; role: string; limited: boolean }>`
    SELECT current_setting('server_version_num')::int / 10000 AS major, current_user AS role,
      current_setting('statement_timeout') <> '0' AS limited
  `.pipe(
    Effect.retry({ schedule: Schedule.spaced("500 millis"), times: 60, while: isStarting }),
    Effect.mapError((error) => unreachable(url, error))
  )
  const major = row?.major ?? 0
  if (major < OLDEST_MAJOR) {
    return yield* new OperatorError({
      problem: `The database at ${printable(url)} is PostgreSQL ${major}; ${OLDEST_MAJOR} or newer is needed.`,
      remedy: "Point DATABASE_URL at a newer server."
    })
  }
  const isShared = Effect.mapError(sharesSessions, (error) => unreachable(url, error))
  if (pooler === "none" && (yield* isShared)) {
    return yield* new OperatorError({
      problem: `The database at ${printable(url)} is behind a pooler that gives each transaction another session.`,
      remedy: "Set DATABASE_POOLER=transaction, or connect in the pooler's session mode or directly."
    })
  }
  if (row?.limited !== true) {
    const settings = Object.entries(startupLimits(limits)).map(([name, value]) => `SET ${name} = ${value}`)
    yield* Effect.logWarning(
      "PostgreSQL ends no statement that hangs; as an administrator of it, give the role its limits"
    ).pipe(
      Effect.annotateLogs({
        sql: settings.map((setting) => `ALTER ROLE "${row?.role}" ${setting};`).join(" ")
      })
    )
  }
})

/** Whether the server takes no changes: it is a standby, or its operator has closed it to them. */
export const isReadOnly = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ isOn: boolean }>`SELECT current_setting('transaction_read_only')::boolean AS "isOn"`,
    ([row]) => row?.isOn === true
  )
)
