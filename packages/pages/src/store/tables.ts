import type { DatabaseSync } from "node:sqlite"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Predicate from "effect/Predicate"
import { closeSync, openSync } from "node:fs"
import { performance } from "node:perf_hooks"
import process from "node:process"

/** The columns of an entry. SQLite gives the positions; AUTOINCREMENT: none is given twice, also after a reset. */
const entryColumns = `seq INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, at TEXT NOT NULL, began_us INTEGER NOT NULL,
  kind TEXT NOT NULL, outcome TEXT NOT NULL, summary TEXT NOT NULL, from_name TEXT, to_name TEXT, method TEXT, path TEXT,
  status INTEGER, duration_ms INTEGER, request_id TEXT, trace_id TEXT, span_id TEXT, parent_id TEXT, about TEXT NOT NULL,
  detail TEXT NOT NULL`

/** The columns that `entryOf` reads. */
export const selectedColumns = `seq, source, at, began_us, kind, outcome, summary, from_name, to_name, method, path, status,
  duration_ms, request_id, trace_id, span_id, parent_id, about, detail`

/** An entry as its row. `from` and `to` are words of SQL, so these columns have other names. */
export type EntryRow = Omit<TimelineEntry, "about" | "detail" | "from" | "to"> & {
  readonly from_name: TimelineEntry["from"]
  readonly to_name: TimelineEntry["to"]
  readonly about: string
  readonly detail: string
}

/** The row of an entry, with or without its position. */
export const rowOf = <E extends Omit<TimelineEntry, "seq">>({ about, detail, from, to, ...entry }: E) => ({
  ...entry,
  from_name: from,
  to_name: to,
  about: about.length === 0 ? "[]" : JSON.stringify(about),
  detail: JSON.stringify(detail)
})

export const entryOf = ({ about, detail, from_name, to_name, ...row }: EntryRow): TimelineEntry => ({
  ...row,
  from: from_name,
  to: to_name,
  about: JSON.parse(about),
  detail: JSON.parse(detail)
})

/** Raised when the tables change: a file of another version is begun anew. */
const VERSION = 2

/**
 * - `entries`: `sort` is the causal order, microseconds: when the entry began, but after its cause. `slug` is that of the
 *   fund whose simulator noted it; it is empty for the other programs.
 * - `things`: the entries about each thing.
 * - `made`: the entry that made each thing, for entries that name the thing as their cause.
 * - `sought`: the things whose maker, and the spans whose entry, is still missing, by the entry that names them.
 * - `messages`: masked requests and answers.
 */
const tables = `
  CREATE TABLE entries (${entryColumns}, sort INTEGER NOT NULL, slug TEXT NOT NULL);
  CREATE INDEX entries_listed ON entries (sort, seq, source, kind, outcome);
  CREATE INDEX entries_span ON entries (span_id) WHERE span_id IS NOT NULL;
  CREATE INDEX entries_parent ON entries (parent_id) WHERE parent_id IS NOT NULL;
  CREATE INDEX entries_trace ON entries (trace_id) WHERE trace_id IS NOT NULL;
  CREATE INDEX entries_request ON entries (request_id) WHERE request_id IS NOT NULL;
  CREATE INDEX entries_noted ON entries (source, slug);
  CREATE TABLE things (id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE TABLE made (kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE INDEX made_seq ON made (seq);
  CREATE TABLE sought (kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, id, seq))
    WITHOUT ROWID;
  CREATE INDEX sought_seq ON sought (seq);
  CREATE TABLE messages (seq INTEGER PRIMARY KEY, request TEXT, answer TEXT);
`

const drop = ["entries", "things", "made", "sought", "messages"]
  .map((table) => `DROP TABLE IF EXISTS ${table};`)
  .join("")

const versionOf = (database: DatabaseSync) => database.prepare("PRAGMA user_version").get()?.["user_version"]

/** Makes the tables unless another process has, and forgets those of another version. */
export const prepareTables = (database: DatabaseSync): void => {
  // Nothing waits for the disk. The operating system keeps what was written after a kill -9; a power cut may lose it.
  database.exec("PRAGMA busy_timeout = 5000; PRAGMA synchronous = OFF")
  if (versionOf(database) === VERSION) return
  database.exec("BEGIN IMMEDIATE")
  if (versionOf(database) !== VERSION) database.exec(`${drop} ${tables} PRAGMA user_version = ${VERSION}`)
  database.exec("COMMIT")
}

/**
 * Loads node:sqlite. Node 22 prints a warning that it is experimental; users can't act on it, so that warning is
 * suppressed. It is emitted while the module loads, so all other warnings are printed as usual.
 */
const sqlite = (): typeof import("node:sqlite") => {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: Array<never>) => {
    if (!String(warning).includes("SQLite is an experimental feature")) emitWarning(warning, ...rest)
  }
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}

/** SQLite's code of an error, without the details in its higher bits. */
export const codeOf = (error: unknown): number | undefined =>
  Predicate.hasProperty(error, "errcode") ? Number(error.errcode) & 0xff : undefined

/** Whether another process writes at this moment. */
export const isBusy = (error: unknown): boolean => codeOf(error) === 5

const LONGEST_SWITCH_MILLIS = 5000
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Switches to the write-ahead log. Whatever `busy_timeout` says, SQLite doesn't wait here for another process that
 * switches the same new file: it says that the file is busy.
 */
const switchToLog = (database: DatabaseSync): void => {
  const from = performance.now()
  for (;;)
    try {
      return database.exec("PRAGMA journal_mode = WAL")
    } catch (error) {
      if (!isBusy(error) || performance.now() - from > LONGEST_SWITCH_MILLIS) throw error
      Atomics.wait(pause, 0, 0, 2)
    }
}

/** Opens a file that only its owner may read, and prepares it. Throws if it can't be used. */
export const openSqlite = (path: string, prepare: (database: DatabaseSync) => void): DatabaseSync => {
  // SQLite gives the files beside it (-wal, -shm) the same mode.
  closeSync(openSync(path, "a", 0o600))
  const database = new (sqlite().DatabaseSync)(path)
  try {
    switchToLog(database)
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
