import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { type Fund, timed, type OpenSshSession, type List, listNamed, writeList } from "./surroundings.ts"
import { type Figure, atMost, exactly, noted } from "../../chaos/Row.ts"
import { until } from "../../chaos/world/World.ts"
import type { Importer } from "./measure.ts"
import { watchLookups } from "./lookups.ts"

/** The rows that are in force by a bare COPY, read by the server itself, into a table with the same index; seconds. */
const bareCopy = Effect.fnUntraced(function* (fund: Fund, folder: string) {
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

/** The inputs of an import measurement. */
interface ImportContext {
  readonly fund: Fund
  readonly importer: Importer
  readonly session: OpenSshSession
  /** Files that the database server, which is another user, can write and read too. */
  readonly folder: string
  readonly rows: number
  readonly rounds: number
  readonly say: (text: string) => Effect.Effect<void>
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const generationOf = Effect.fnUntraced(function* ({ id }: Fund) {
  const sql = yield* SqlClient.SqlClient
  const [list] = yield* sql<{ generation: string }>`
    SELECT generation::text AS generation FROM employer_lists WHERE fund_id = ${id}`
  return list?.generation
})

/** Waits for the swap, and returns the number of rows read; dies if the file has another outcome. */
const untilSwapped = Effect.fnUntraced(function* ({ fund, say }: ImportContext, before: string | undefined) {
  const sql = yield* SqlClient.SqlClient
  let printedAt = performance.now()
  while ((yield* generationOf(fund)) === before) {
    const [file] = yield* sql<{ state: string; reason: string | null; rows_read: number }>`
      SELECT state, reason, rows_read FROM employer_list_files WHERE fund_id = ${fund.id} ORDER BY id DESC LIMIT 1`
    if (file?.state === "refused" || file?.state === "held")
      return yield* Effect.die(new Error(`The list was ${file.state}: ${file.reason}.`))
    if (performance.now() - printedAt > 3000) {
      printedAt = performance.now()
      yield* say(`    ${file?.rows_read ?? 0} rows read`)
    }
    yield* Effect.sleep("5 millis")
  }
})

/** One list: uploaded, renamed, imported and swapped in, while employers are looked up. */
const one = Effect.fnUntraced(function* (context: ImportContext, before: List | undefined, next: List) {
  const { folder, fund, session } = context
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE employer_lists SET accepted_at = platform_now() - interval '8 days' WHERE fund_id = ${fund.id}`
  const upload = yield* timed(session.ask(`put ${join(folder, `${next.name}.csv`)} /inbox/list.csv.part`))
  const generation = yield* generationOf(fund)
  const seen = yield* watchLookups(fund, before, next)
  const swap = yield* timed(
    Effect.andThen(
      session.ask("rename /inbox/list.csv.part /inbox/list.csv"),
      untilSwapped(context, generation)
    )
  )
  // Rows of the previous list are deleted after the swap; lookups continue in the meantime.
  const generations = sql`SELECT FROM employer_list_generations g JOIN employer_list_files f ON f.id = g.file_id
    WHERE f.fund_id = ${fund.id}`
  const isOver = Effect.map(generations, (rows) => rows.length === 1 && seen.byNext > 0)
  yield* until("The old list is forgotten, and the new one seen", isOver, 120)
  return { seen: { ...seen }, upload: upload.took, swap: swap.took }
}, Effect.scoped)

/** Lists, each round followed by a bare COPY of the same rows. */
export const imports = Effect.fnUntraced(function* (context: ImportContext) {
  const { folder, fund, importer, rounds, rows, say } = context
  const lists = [listNamed("A", rows), listNamed("B", rows, 1)] as const
  yield* say(`  two lists of ${rows} hashed rows are written`)
  for (const list of lists) yield* writeList(join(folder, `${list.name}.csv`), list)
  const made: Array<Effect.Success<ReturnType<typeof one>> & { readonly copy: number }> = []
  let before: List | undefined
  for (let round = 0; round < rounds; round += 1) {
    const next = lists[round % 2 === 0 ? 0 : 1]
    const imported = yield* one(context, before, next)
    const copy = yield* bareCopy(fund, folder)
    yield* say(
      `  round ${round + 1}: upload ${imported.upload.toFixed(2)} s, rename to swap ${imported.swap.toFixed(2)} s, bare COPY ${copy.toFixed(2)} s, ${imported.seen.lookups} lookups`
    )
    made.push({ ...imported, copy })
    before = next
  }
  const of = (read: (round: (typeof made)[number]) => number) => made.map(read)
  const all = (read: (round: (typeof made)[number]) => number) => of(read).reduce((a, b) => a + b, 0)
  const ratio = median(of(({ copy, swap }) => swap / copy))
  const peak = importer.peak()
  const figures: Array<Figure> = [
    noted("rows", rows),
    noted("upload by OpenSSH's sftp", median(of(({ upload }) => upload)), "s"),
    noted("rename to swap", median(of(({ swap }) => swap)), "s"),
    noted("a bare COPY of the same rows", median(of(({ copy }) => copy)), "s"),
    atMost("rename to swap, as a ratio to that", ratio, 4),
    noted(
      "lookups meanwhile",
      all(({ seen }) => seen.lookups)
    ),
    exactly(
      "wrong answers",
      all(({ seen }) => seen.wrong),
      0
    ),
    exactly(
      "rounds in which lookups saw the new list",
      of(({ seen }) => seen.byNext).filter((n) => n > 0).length,
      rounds
    )
  ]
  return peak === undefined
    ? figures
    : [...figures, atMost("peak memory of the service's process", peak, 300, "MiB")]
})
