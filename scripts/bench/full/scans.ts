import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { BenchDatabase } from "../onboarding/database.ts"

/** Rows that were read without an index, of tables with a hundred thousand rows or more. */
export interface Scanned {
  readonly table: string
  readonly scans: number
  readonly rows: number
}

const read = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Scanned>`
    SELECT relname AS table, seq_scan::float8 AS scans, seq_tup_read::float8 AS rows FROM pg_stat_user_tables
    WHERE n_live_tup >= 100000`
})

/** Reads the server's counts of sequential scans; the second time, what was added since the first. */
export const scansOf = Effect.fnUntraced(function* ({ ask }: BenchDatabase) {
  const before = new Map((yield* ask(read)).map((one) => [one.table, one]))
  return Effect.map(ask(read), (after) =>
    after
      .map(({ rows, scans, table }) => ({
        table,
        scans: scans - (before.get(table)?.scans ?? 0),
        rows: rows - (before.get(table)?.rows ?? 0)
      }))
      .filter(({ rows }) => rows > 0)
  )
})

/** The entries of PostgreSQL's log that have the plan of a slow statement which read the table as a whole. */
export const slowScansOf = (table: string, log: string): ReadonlyArray<string> =>
  log
    .split(/^(?=\d{4}-\d\d-\d\d \d\d:)/m)
    .filter((entry) => entry.includes(" plan:\n") && new RegExp(`Seq Scan on ${table}\\b`).test(entry))
