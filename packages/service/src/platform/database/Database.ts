import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { migrate } from "./migrate.ts"
import { startupLimits, StatementLimits } from "./StatementLimits.ts"

/** PostgreSQL 15 introduced UNIQUE NULLS NOT DISTINCT, which the idempotency keys need. */
const OLDEST_MAJOR = 15

/** The address without user and password, safe to print. */
const printable = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url))
  return parsed === null ? "an address that is not a URL" : `${parsed.host}${parsed.pathname}`
}

/** The error of the server or the network: the end of the chain of causes. It contains no row data at this point. */
const rootOf = (error: unknown): { readonly code?: unknown; readonly message?: unknown } => {
  const cause = Predicate.isObject(error) ? (error as { readonly cause?: unknown }).cause : undefined
  if (cause !== undefined) return rootOf(cause)
  return Predicate.isObject(error) ? error : { message: String(error) }
}

const rootMessage = (error: unknown): string => {
  const { code, message } = rootOf(error)
  return Predicate.isString(message) && message !== "" ? message : String(code ?? error)
}

/** The server recovers after a crash and accepts connections soon (`cannot_connect_now`). */
const isStarting = (error: SqlError): boolean => rootOf(error).code === "57P03"

const unreachable = (url: Redacted.Redacted, error: SqlError) =>
  new OperatorError({
    problem: `The database at ${printable(url)} can't be used (${rootMessage(error)}).`,
    remedy: "Check that it runs and that DATABASE_URL is right (postgres://user:password@host:port/database)."
  })

const checkServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const url = yield* DatabaseUrl
  const [row] = yield* sql<{ major: number }>`
    SELECT current_setting('server_version_num')::int / 10000 AS major
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
})

const client = Layer.unwrap(
  Effect.zipWith(DatabaseUrl, StatementLimits, (url, limits) =>
    PgClient.layer({
      url,
      applicationName: "embedded-super",
      // Makes timestamps and dates read the same regardless of the server's settings.
      startupParameters: { timezone: "UTC", ...startupLimits(limits) },
      maxConnections: 20,
      connectTimeout: "5 seconds",
      keepAlive: "30 seconds"
    })
  )
)

/**
 * `SqlClient` and `PgClient` on the database of `DatabaseUrl`. Building it checks that the server responds and is new
 * enough, so that a wrong address is one sentence at the start and not a stack trace at the first request. It waits half
 * a minute for a server that is starting.
 */
const layer = Layer.effectDiscard(checkServer).pipe(Layer.provideMerge(client))

/**
 * Brings the schema up to date; a refusal of the server (a missing permission, for example) is reported in one
 * sentence.
 */
const migrateOrExplain = migrate().pipe(
  Effect.catchTag("SqlError", (error) =>
    Effect.fail(
      new OperatorError({
        problem: `The database can't be migrated (${rootMessage(error)}).`,
        remedy: "The user of DATABASE_URL must own the database, or may create tables and functions in it."
      })
    )
  )
)

/** The same, with every migration applied. */
const layerMigrated = Layer.effectDiscard(migrateOrExplain).pipe(Layer.provideMerge(layer))

export const Database = { layer, layerMigrated, migrate: migrateOrExplain }
