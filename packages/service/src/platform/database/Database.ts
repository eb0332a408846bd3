import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { shownText } from "@embedded-super/contracts/pasted"
import { PgTypes } from "@effect/sql-pg"
import * as Result from "effect/Result"
import { OperatorError } from "../OperatorError.ts"
import { checkServer, rootMessage } from "./checkServer.ts"
import { Connections, connectionsFromSettings, DatabaseUrl } from "./DatabaseUrl.ts"
import { requireMigrated } from "./ledger.ts"
import { migrate } from "./migrate.ts"
import { startupLimits, StatementLimits, statementLimitsFromSettings } from "./StatementLimits.ts"

const JSONB = 3802
const utf8 = new TextDecoder()

const builtIn = (oid: number) => ({
  encode: (value: unknown) => PgTypes.encode(value, oid),
  decode: (bytes: Uint8Array) => PgTypes.decode(bytes, oid, 1)
})

/**
 * The codecs of the types that hold people's texts (text, varchar and jsonb), with U+FFFD for each character that shows nothing. Such texts were stored before the contract
 * excluded them, and can be returned this way. The rows stay as they are: partners know their own ids, and an upgrade
 * doesn't walk the tables. Sealed documents do the same when they are opened.
 */
const shownTexts = PgTypes.makeRegistry()

for (const oid of [25, 1043]) {
  const codec = builtIn(oid)
  shownTexts.register(oid, {
    ...codec,
    decode: (bytes) => Result.map(codec.decode(bytes), (text) => shownText(String(text)))
  })
}
const jsonb = builtIn(JSONB)
shownTexts.register(JSONB, {
  ...jsonb,
  // Its form is a byte with the version, 1, and the JSON.
  decode: (bytes) =>
    bytes[0] === 1
      ? Result.succeed(JSON.parse(shownText(utf8.decode(bytes.subarray(1)))) as unknown)
      : jsonb.decode(bytes)
})

/**
 * How many statements a connection keeps prepared; beyond it, the one that was used longest ago goes. The service has
 * some 310 statements, a few with several texts or types of parameters. With the driver's 100, most would be prepared
 * anew each time.
 */
const PREPARED = 500

const client = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* DatabaseUrl
    const limits = yield* StatementLimits
    const { pool, pooler } = yield* Connections
    const ownsSession = pooler === "none"
    return PgClient.layer({
      url,
      types: shownTexts,
      applicationName: "embedded-super",
      // UTC makes timestamps and dates read the same regardless of the server's settings. A pooler keeps that one too.
      startupParameters: { timezone: "UTC", ...(ownsSession ? startupLimits(limits) : {}) },
      maxConnections: pool,
      prepare: ownsSession,
      preparedStatementCacheSize: PREPARED,
      connectTimeout: "5 seconds",
      keepAlive: "30 seconds"
    })
  })
)

/**
 * `SqlClient` and `PgClient` on the database of `DatabaseUrl`. Building it checks that the server responds, is new
 * enough and keeps its sessions, so that a wrong address is one sentence at the start and not a stack trace at the first
 * request. It waits half a minute for a server that is starting.
 */
const layer = Layer.effectDiscard(checkServer).pipe(Layer.provideMerge(client))

/** A refusal of the server, in one sentence. */
const explain = (problem: string, remedy: string) => (error: SqlError) =>
  Effect.fail(new OperatorError({ problem: `${problem} (${rootMessage(error)}).`, remedy }))

/** Brings the schema up to date. */
const migrateOrExplain = migrate().pipe(
  Effect.catchTag(
    "SqlError",
    explain(
      "The database can't be migrated",
      "The user of DATABASE_URL must own the database, or may create tables and functions in it."
    )
  )
)

const requireOrExplain = requireMigrated().pipe(
  Effect.catchTag(
    "SqlError",
    explain(
      "The database's record of its migrations can't be read",
      "The user of DATABASE_URL must be allowed to use the service's tables."
    )
  )
)

/** The layer, with the limits and the connections of the settings. */
const layerFromSettings = layer.pipe(
  Layer.provideMerge([statementLimitsFromSettings, connectionsFromSettings])
)

/** The same, on a database that has every migration of this program. It changes nothing: only `migrate` does. */
const layerMigrated = Layer.effectDiscard(requireOrExplain).pipe(Layer.provideMerge(layerFromSettings))

export const Database = { layer, layerFromSettings, layerMigrated, migrate: migrateOrExplain }
