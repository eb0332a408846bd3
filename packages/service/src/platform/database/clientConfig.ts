import { shownText } from "@embedded-super/contracts/pasted"
import { PgTypes } from "@effect/sql-pg"
import type { PgPoolConfig } from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { keyName, MasterKeys } from "../crypto/MasterKeys.ts"
import { ProgramRole, sessionName } from "../config/program.ts"
import { sslOf } from "./databaseTls.ts"
import { Connections, DatabaseUrl } from "./DatabaseUrl.ts"
import { schema } from "./migrations/index.ts"
import { startupLimits, StatementLimits } from "./StatementLimits.ts"

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

const newestMigration = (Object.keys(schema.migrations).toSorted().at(-1) ?? "").slice(0, 4)

/** How every connection to the database is opened: those of the pool, and the one of `migrate`. */
export const clientConfig = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  const limits = yield* StatementLimits
  const { caFile, pool, pooler } = yield* Connections
  const keys = yield* Effect.serviceOption(MasterKeys)
  const firstKey = Option.getOrUndefined(Option.map(keys, ({ current }) => keyName(current.id)))
  const ownsSession = pooler === "none"
  return {
    url,
    ssl: yield* sslOf(Redacted.value(url), caFile),
    types: shownTexts,
    applicationName: sessionName(yield* ProgramRole, newestMigration, firstKey),
    // UTC makes timestamps and dates read the same regardless of the server's settings. A pooler keeps that one too.
    startupParameters: { timezone: "UTC", ...(ownsSession ? startupLimits(limits) : {}) },
    maxConnections: pool,
    prepare: ownsSession,
    preparedStatementCacheSize: PREPARED,
    connectTimeout: "5 seconds",
    keepAlive: "30 seconds"
  } satisfies PgPoolConfig
})
