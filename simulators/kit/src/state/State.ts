/**
 * What a simulator keeps: one SQLite file in the data folder, in which each part of the simulator has tables of its own.
 *
 * `write` changes rows at once, in one transaction for all writes of a turn of the event loop: a commit for each call would
 * halve the registrations a second. The server sends an answer after `committed` (EventLog.onAnswer waits for it), so what
 * was answered survives a kill -9. What a power cut may take: D-simulator-storage.
 *
 * The trap: queries see rows that aren't committed yet. Code that isn't a call's handler waits for `committed` itself before
 * it says anything to the outside.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, existsSync, openSync } from "node:fs"
import type { SQLInputValue, StatementSync } from "node:sqlite"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { openDatabase } from "./sqlite.ts"

/** The tables of one part of a simulator. */
export interface Kept {
  /** The columns of each table, as SQL has them. */
  readonly tables: Readonly<Record<string, string>>
  /** Columns to find rows by: `members (person)`. */
  readonly indexes?: ReadonlyArray<string>
  /** Writes the first rows: into new tables, and after a reset. */
  readonly begin?: () => void
  /** Reads what is also held in memory: at the start, and whenever rows were replaced. */
  readonly load?: () => void
  /** Whether a snapshot leaves the tables out. */
  readonly isHistory?: boolean
}

/** A statement. Rows have the columns that it selects. */
export interface Query<Row> {
  readonly get: (...values: ReadonlyArray<SQLInputValue>) => Row | undefined
  readonly all: (...values: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Row>
  /** Changes rows, within `write`. Returns the number of rows, and the id of the last one that was inserted. */
  readonly run: (...values: ReadonlyArray<SQLInputValue>) => { readonly rows: number; readonly id: number }
}

export class State extends Context.Service<
  State,
  {
    /** Makes the tables if they aren't there. */
    readonly keep: (kept: Kept) => void
    /** A statement, prepared when it is first used. */
    readonly query: <Row = never>(sql: string) => Query<Row>
    /** Changes rows in the transaction of this turn. If it throws, nothing of this turn is kept, and none of its calls answered. */
    readonly write: <A>(change: () => A) => A
    /** Succeeds once everything that was written is committed. */
    readonly committed: Effect.Effect<void>
    /** The same for code that can't wait: is told whether it was committed. */
    readonly onceCommitted: (settled: (isKept: boolean) => void) => void
    /** Puts all tables back to their first rows, or none of them, and leaves nothing of the others on the disk. */
    readonly reset: () => void
    /** Copies the tables into a file, without those that are history. */
    readonly copyTo: (file: string) => void
    /** Puts the rows of such a file in the place of the present ones, all of them or none. Throws if they don't fit. */
    readonly restoreFrom: (file: string) => void
  }
>()("@embedded-super/simulator-kit/State") {
  static readonly layer: Layer.Layer<State, CannotStart, DataFolder> = Layer.effect(
    State,
    Effect.gen(function* () {
      const folder = yield* DataFolder
      if (existsSync(folder.file("clock.ndjson")))
        return yield* new CannotStart({
          sentence: `${folder.path} was written by an earlier version of this simulator. Delete it, or name another folder with --data-dir.`
        })
      return yield* Effect.acquireRelease(
        Effect.try({
          try: () => openState(folder.file("state.sqlite")),
          catch: () => unreadable(folder.path)
        }),
        ({ close }) => Effect.sync(close)
      )
    })
  )
}

const unreadable = (folder: string) =>
  new CannotStart({
    sentence: `The state in ${folder} can't be read: it is damaged, or another version wrote it. Move the folder away, or name another with --data-dir.`
  })

/** Is given why it wasn't committed, if it wasn't. */
type Waiting = (failure?: { readonly error: unknown }) => void

const openState = (path: string): State["Service"] & { readonly close: () => void } => {
  const database = openDatabase(path)
  const parts: Array<Kept> = []
  const begin = database.prepare("BEGIN")
  const commit = database.prepare("COMMIT")
  let isOpen = false
  let waiting: Array<Waiting> = []

  const load = () => {
    for (const part of parts) part.load?.()
  }
  const end: Waiting = (failure) => {
    isOpen = false
    const settled = waiting
    waiting = []
    for (const settle of settled) settle(failure)
  }
  const undo = (error: unknown) => {
    if (database.isTransaction) database.exec("ROLLBACK")
    load()
    end({ error })
  }
  const commitNow = () => {
    if (!isOpen) return
    try {
      commit.run()
    } catch (error) {
      return undo(error)
    }
    end()
  }
  const write = <A>(change: () => A): A => {
    if (!isOpen) {
      begin.run()
      isOpen = true
      setImmediate(commitNow)
    }
    try {
      return change()
    } catch (error) {
      undo(error)
      throw error
    }
  }
  /** Changes many rows, all of them or none, once what was written before is committed. */
  const replace = (change: () => void) => {
    commitNow()
    try {
      begin.run()
      change()
      commit.run()
    } finally {
      if (database.isTransaction) database.exec("ROLLBACK")
      load()
    }
  }
  const tablesOf = (which: (part: Kept) => boolean) =>
    parts.filter(which).flatMap(({ tables }) => Object.keys(tables))
  const withCopy = (file: string, use: () => void) => {
    commitNow()
    database.prepare("ATTACH ? AS copy").run(file)
    try {
      use()
    } finally {
      database.exec("DETACH copy")
    }
  }

  return {
    keep: (part) => {
      const isNew = !Object.keys(part.tables).some((name) =>
        database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name)
      )
      parts.push(part)
      replace(() => {
        for (const [name, columns] of Object.entries(part.tables))
          database.exec(`CREATE TABLE IF NOT EXISTS ${name} (${columns})`)
        for (const index of part.indexes ?? [])
          database.exec(`CREATE INDEX IF NOT EXISTS ${index.replaceAll(/\W+/g, "_")} ON ${index}`)
        if (isNew) part.begin?.()
      })
    },
    query: <Row>(sql: string): Query<Row> => {
      let prepared: StatementSync | undefined
      const statement = () => (prepared ??= database.prepare(sql))
      return {
        get: (...values) => statement().get(...values) as Row | undefined,
        all: (...values) => statement().all(...values) as ReadonlyArray<unknown> as ReadonlyArray<Row>,
        run: (...values) => {
          const { changes, lastInsertRowid } = statement().run(...values)
          return { rows: Number(changes), id: Number(lastInsertRowid) }
        }
      }
    },
    write,
    committed: Effect.suspend(() =>
      isOpen
        ? Effect.callback<void>((resume) => {
            waiting.push((failure) => resume(failure === undefined ? Effect.void : Effect.die(failure.error)))
          })
        : Effect.void
    ),
    onceCommitted: (settled) => {
      if (isOpen) waiting.push((failure) => settled(failure === undefined))
      else settled(true)
    },
    reset: () => {
      replace(() => {
        for (const table of tablesOf(() => true)) database.exec(`DELETE FROM ${table}`)
        for (const part of parts) part.begin?.()
      })
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    },
    copyTo: (file) => {
      closeSync(openSync(file, "w", 0o600))
      withCopy(file, () => {
        for (const table of tablesOf(({ isHistory }) => isHistory !== true))
          database.exec(`CREATE TABLE copy.${table} AS SELECT * FROM main.${table}`)
      })
    },
    restoreFrom: (file) =>
      withCopy(file, () =>
        replace(() => {
          for (const table of tablesOf(({ isHistory }) => isHistory !== true))
            database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
        })
      ),
    close: () => {
      commitNow()
      database.close()
    }
  }
}
