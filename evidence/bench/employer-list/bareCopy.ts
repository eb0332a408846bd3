import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import type { Fund } from "./aFund.ts"
import { timed } from "./timed.ts"

/** The rows that are in force by a bare COPY, read by the server itself, into a table with the same index; seconds. */
export const bareCopy = Effect.fnUntraced(function* (fund: Fund, folder: string) {
  const sql = yield* SqlClient.SqlClient
  const fs = yield* FileSystem.FileSystem
  const file = join(folder, "rows")
  yield* sql.unsafe(`COPY (SELECT * FROM employer_list_entries WHERE generation =
    (SELECT generation FROM employer_lists WHERE fund_id = '${fund.id}') ORDER BY line) TO '${file}' WITH (FORMAT binary)`)
  yield* sql`DROP TABLE IF EXISTS bare_entries`
  yield* sql`CREATE TABLE bare_entries (LIKE employer_list_entries INCLUDING INDEXES)`
  const { took } = yield* timed(sql.unsafe(`COPY bare_entries FROM '${file}' WITH (FORMAT binary)`))
  yield* sql`DROP TABLE bare_entries`
  yield* Effect.ignore(fs.remove(file))
  return took
})
