import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { migrate } from "./migrate.ts"

/** UNIQUE NULLS NOT DISTINCT, which the idempotency keys rely on, came with PostgreSQL 15. */
const OLDEST_MAJOR = 15

/** The address without user and password, fit to be printed. */
const printable = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url))
  return parsed === null ? "an address that is not a URL" : `${parsed.host}${parsed.pathname}`
}

const unreachable = (url: Redacted.Redacted, error: SqlError) =>
  new OperatorError({
    problem: `The database at ${printable(url)} can't be used (${error.message}).`,
    remedy:
      "Check that it runs and that DATABASE_URL is right (postgres://user:password@host:port/database), " +
      "or unset DATABASE_URL to use the embedded database."
  })

const checkServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const url = yield* DatabaseUrl
  const [row] = yield* sql<{ major: number }>`
    SELECT current_setting('server_version_num')::int / 10000 AS major
  `.pipe(Effect.mapError((error) => unreachable(url, error)))
  const major = row?.major ?? 0
  if (major < OLDEST_MAJOR) {
    return yield* new OperatorError({
      problem: `The database at ${printable(url)} is PostgreSQL ${major}; ${OLDEST_MAJOR} or newer is needed.`,
      remedy: "Point DATABASE_URL at a newer server, or unset it to use the embedded database."
    })
  }
})

const client = Layer.unwrap(
  Effect.map(DatabaseUrl, (url) =>
    PgClient.layer({
      url,
      applicationName: "embedded-super",
      maxConnections: 20,
      connectTimeout: "5 seconds",
      keepAlive: "30 seconds"
    })
  )
)

/**
 * `SqlClient` and `PgClient` on the database of `DatabaseUrl`. Building it proves that the server answers and is new
 * enough, so that a wrong address is one sentence at the start and not a stack trace at the first request.
 */
const layer = Layer.effectDiscard(checkServer).pipe(Layer.provideMerge(client))

/** The same, with every migration applied. */
const layerMigrated = Layer.effectDiscard(migrate()).pipe(Layer.provideMerge(layer))

export const Database = { layer, layerMigrated }
