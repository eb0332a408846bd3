/**
 * The file of the time line. `write` adds entries in one transaction and gives them their positions; the queries are in
 * `readEntries`.
 *
 * Why a file: 100,000 entries cost no memory, and all processes of one data folder (`serve`, `worker`, commands, and the
 * simulators that `start` runs) write to one time line, with positions given by SQLite. A simulator that stands alone has
 * a file of its own.
 *
 * The trap: everything here is synchronous. A write waits at most a tenth of a second for another process, then throws
 * `isBusy`; the caller keeps its entries and tries again.
 */
import { rmSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { causalOrder } from "./causalOrder.ts"
import type { NewEntry } from "./NewEntry.ts"
import { polls } from "./polls.ts"
import { type EntryReads, type Origin, readEntries } from "./readEntries.ts"
import { codeOf, type EntryRow, prepareTables, rowOf, openSqlite } from "./tables.ts"

export interface EntryStore extends EntryReads {
  /**
   * Adds entries, causes first where they are known, and returns their positions; null for a poll that was counted with the
   * one before it.
   */
  readonly write: (entries: ReadonlyArray<NewEntry>, waitMillis?: number) => ReadonlyArray<number | null>
  /** Deletes all that one program noted. */
  readonly forget: (origin: Origin) => void
  readonly close: () => void
}

/** A row without its position. */
type NewRow = Omit<EntryRow, "seq"> & {
  readonly sort: number
  readonly slug: string
}

/** How many entries, masked messages and unanswered searches for a cause are kept. */
export interface Keep {
  readonly entries: number
  readonly messages: number
  readonly sought: number
}

const usual: Keep = { entries: 100_000, messages: 10_000, sought: 5000 }

/** Old rows are deleted this many at a time. */
const DELETED_TOGETHER = 500

/** Whether the file is no database, or not one any more. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(codeOf(error) ?? 0)

const SHORT_WAIT_MILLIS = 100
const LONG_WAIT_MILLIS = 5000

/** Its name in a data folder. */
export const TIMELINE_FILE = "workbench.sqlite"

/** Opens the file; a damaged one is begun anew: it holds nothing that can't be made again. */
export const openTimelineFile = (path: string): EntryStore => {
  try {
    return openEntryStore(path)
  } catch (error) {
    if (!isDamaged(error)) throw error
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true })
    return openEntryStore(path)
  }
}

export const openEntryStore = (path: string, keep: Keep = usual): EntryStore => {
  const database = openSqlite(path, prepareTables)
  const order = causalOrder(database)
  const insert = inserter(database)
  const prune = pruner(database, keep)
  const forget = forgetter(database)
  const repeated = polls(database)
  const addThing = database.prepare("INSERT OR IGNORE INTO things (id, seq) VALUES (?, ?)")
  const addMade = database.prepare("INSERT OR REPLACE INTO made (kind, id, seq) VALUES (?, ?, ?)")
  const addSought = database.prepare("INSERT OR IGNORE INTO sought (kind, id, seq) VALUES (?, ?, ?)")
  const addMessages = database.prepare("INSERT INTO messages (seq, request, answer) VALUES (?, ?, ?)")

  const add = (entry: NewEntry): number | null => {
    if (repeated.folds(entry)) return null
    const { causes: _causes, makes = [], messages, slug = "", target: _, ...columns } = entry
    const cause = order.causeOf(entry)
    const seq = insert({
      ...rowOf(columns),
      trace_id: cause?.trace_id ?? columns.trace_id,
      parent_id: cause?.span_id ?? columns.parent_id,
      sort: Math.max(columns.began_us, (cause?.sort ?? 0) + 1),
      slug
    })
    repeated.written(entry, seq)
    for (const { id } of entry.about) addThing.run(id, seq)
    for (const { id, kind } of makes) addMade.run(kind, id, seq)
    for (const { id, kind } of order.soughtBy(entry, cause)) addSought.run(kind, id, seq)
    if (messages !== undefined) addMessages.run(seq, messages.request, messages.answer)
    order.join(seq, entry, cause)
    return seq
  }

  return {
    ...readEntries(database),
    write: (entries, waitMillis = SHORT_WAIT_MILLIS) => {
      database.exec(`PRAGMA busy_timeout = ${waitMillis}`)
      database.exec("BEGIN IMMEDIATE")
      try {
        const positions = entries.map(add)
        prune(positions)
        database.exec("COMMIT")
        return positions
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK")
        repeated.forget()
        throw error
      }
    },
    forget: (origin) => {
      database.exec(`PRAGMA busy_timeout = ${LONG_WAIT_MILLIS}`)
      forget(origin)
    },
    close: () => database.close()
  }
}

/** Inserts a row and returns its position. */
const inserter = (database: DatabaseSync) => {
  const columns = `source, at, began_us, kind, outcome, summary, from_name, to_name, method, path, status, duration_ms,
    request_id, trace_id, span_id, parent_id, about, detail, sort, slug`
  const insert = database.prepare(
    `INSERT INTO entries (${columns}) VALUES (${columns.replaceAll(/\w+/g, "?")})`
  )
  return (row: NewRow): number => {
    const { lastInsertRowid } = insert.run(
      row.source,
      row.at,
      row.began_us,
      row.kind,
      row.outcome,
      row.summary,
      row.from_name,
      row.to_name,
      row.method,
      row.path,
      row.status,
      row.duration_ms,
      row.request_id,
      row.trace_id,
      row.span_id,
      row.parent_id,
      row.about,
      row.detail,
      row.sort,
      row.slug
    )
    return Number(lastInsertRowid)
  }
}

/** The tables beside the entries; their rows belong to one. */
const belonging = ["things", "made", "sought", "messages"]

/** Deletes the rows of one program. */
const forgetter = (database: DatabaseSync) => {
  const noted = "source = ? AND slug = ?"
  const all = [
    ...belonging.map((table) => `${table} WHERE seq IN (SELECT seq FROM entries WHERE ${noted})`),
    `entries WHERE ${noted}`
  ].map((rows) => database.prepare(`DELETE FROM ${rows}`))
  return ({ slug, source }: Origin) => {
    database.exec("BEGIN IMMEDIATE")
    try {
      for (const each of all) each.run(source, slug)
      database.exec("COMMIT")
    } finally {
      if (database.isTransaction) database.exec("ROLLBACK")
    }
  }
}

/** Deletes old rows, whenever the positions have risen enough. */
const pruner = (database: DatabaseSync, keep: Keep) => {
  const forgetThings = database.prepare(
    `DELETE FROM things WHERE (id, seq) IN (SELECT thing.value ->> 'id', entries.seq FROM entries, json_each(entries.about) AS thing
      WHERE entries.seq <= ?)`
  )
  const forget = (table: string) => database.prepare(`DELETE FROM ${table} WHERE seq <= ?`)
  const [forgetEntries, forgetMade, forgetSought, forgetMessages] = [
    forget("entries"),
    forget("made"),
    forget("sought"),
    forget("messages")
  ]
  return (positions: ReadonlyArray<number | null>) => {
    if (!positions.some((seq) => seq !== null && seq % DELETED_TOGETHER === 0)) return
    const last = Math.max(...positions.map((seq) => seq ?? 0))
    forgetThings.run(last - keep.entries)
    forgetEntries.run(last - keep.entries)
    forgetMade.run(last - keep.entries)
    forgetSought.run(last - keep.sought)
    forgetMessages.run(last - keep.messages)
  }
}
