import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Server } from "../../chaos/world/Server.ts"

/**
 * What the server of a measurement is started with: it can count statements, and does so once `counted` asks it to. Its log
 * has the plans of slow ones.
 */
export const countingSettings = [
  "shared_preload_libraries=pg_stat_statements,auto_explain",
  "pg_stat_statements.max=10000",
  "auto_explain.log_min_duration=100ms"
]

/** A statement, as often as it was made since the counting began. */
export interface Statement {
  readonly query: string
  readonly calls: number
  readonly wal: number
  readonly ms: number
}

/** What a database has grown by. */
export interface Growth {
  readonly table: string
  readonly bytes: number
}

/** Asks a database of the server, over a connection of its own. */
const asked = <A, E>(server: Server, name: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  effect.pipe(
    Effect.provide(PgClient.layer({ url: server.url(name), maxConnections: 1 })),
    Effect.scoped,
    Effect.orDie
  )

const run = (server: Server, name: string, ...statements: ReadonlyArray<string>) =>
  asked(
    server,
    name,
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (each) => sql.unsafe(each)))
  )

const sizesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql<{ table: string; bytes: number }>`
    SELECT relname AS table, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`
  return new Map(rows.map(({ bytes, table }) => [table, bytes]))
})

/** An empty database, and what its measurements ask it. */
export const newDatabase = Effect.fnUntraced(function* (server: Server, name: string) {
  yield* run(server, "postgres", `CREATE DATABASE ${name}`)
  return {
    url: server.url(name),
    run: (...statements: ReadonlyArray<string>) => run(server, name, ...statements),
    /** Runs an effect over one connection. */
    ask: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => asked(server, name, effect),
    /** Bytes of write-ahead log of the whole server so far. */
    wal: asked(
      server,
      name,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ bytes: number }>`
          SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`
        return row?.bytes ?? 0
      })
    ),
    /** Bytes by table, indexes and values out of line included. What is dead is free for new rows then. */
    sizes: Effect.andThen(
      run(server, name, "VACUUM"),
      asked(server, name, Effect.flatMap(SqlClient.SqlClient, sizesOf))
    )
  }
})

export type BenchDatabase = Effect.Success<ReturnType<typeof newDatabase>>

/** Vacuums every database of the server. */
export const vacuumAll = Effect.fnUntraced(function* (server: Server) {
  const databases = yield* asked(
    server,
    "postgres",
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ name: string }>`SELECT datname AS name FROM pg_database WHERE datallowconn`
    )
  )
  for (const { name } of databases) yield* run(server, name, "VACUUM (FREEZE, ANALYZE)")
})

/** Tables that have grown, most first. */
export const growth = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>
): ReadonlyArray<Growth> =>
  [...after]
    .map(([table, bytes]) => ({ table, bytes: bytes - (before.get(table) ?? 0) }))
    .filter(({ bytes }) => bytes !== 0)
    .toSorted((one, other) => other.bytes - one.bytes)

/** Whether statements are counted. A setting in the server's arguments couldn't be changed later. */
const track = (server: Server, value: "none" | "top") =>
  run(
    server,
    "postgres",
    `ALTER SYSTEM SET pg_stat_statements.track = '${value}'`,
    "SELECT pg_reload_conf()",
    "CREATE EXTENSION IF NOT EXISTS pg_stat_statements"
  )

/** Timed measurements aren't slowed by counting. */
export const countNothing = (server: Server) => track(server, "none")

/** Counts the statements that a server is given while an effect runs: all of it, in every database. */
export const counted = <A, E, R>(server: Server, name: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* run(server, "postgres", "SELECT pg_stat_statements_reset()")
    const result = yield* Effect.acquireUseRelease(
      Effect.andThen(track(server, "top"), Effect.sleep("500 millis")),
      () => effect,
      () => countNothing(server)
    )
    const statements = yield* asked(
      server,
      "postgres",
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<Statement>`
          SELECT regexp_replace(query, '\\s+', ' ', 'g') AS query, calls::float8, wal_bytes::float8 AS wal,
            total_exec_time AS ms
          FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
          WHERE d.datname = ${name} ORDER BY calls DESC`
      )
    )
    return { result, statements }
  })
