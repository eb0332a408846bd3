/**
 * A simulator's persistent state: one SQLite file in the data folder, in which each part of the simulator has its own
 * tables.
 *
 * `write` changes rows at once, in one transaction for all writes of a turn of the event loop: a commit for each call
 * would halve the registrations per second. The server sends an answer after `committed` (EventLog.onAnswer waits for
 * it), so every answered change survives a kill -9. Possible losses by a power cut: D-simulator-storage.
 *
 * The trap: queries see uncommitted rows. Code outside a call's handler must wait for `committed` itself before it
 * reports anything to the outside.
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
  /** The SQL column definitions of each table. */
  readonly tables: Readonly<Record<string, string>>
  /** Indexed columns: `members (person)`. */
  readonly indexes?: ReadonlyArray<string>
  /** Writes the initial rows: into new tables, and after a reset. */
  readonly begin?: () => void
  /** Loads the in-memory copy: at the start, and whenever rows were replaced. */
  readonly load?: () => void
}

/** A statement. Its rows have the selected columns. */
export interface Query<Row> {
  readonly get: (...values: ReadonlyArray<SQLInputValue>) => Row | undefined
  readonly all: (...values: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Row>
  /** Changes rows, within `write`. Returns the number of rows, and the id of the last inserted one. */
  readonly run: (...values: ReadonlyArray<SQLInputValue>) => { readonly rows: number; readonly id: number }
}

export class State extends Context.Service<
  State,
  {
    /** Creates the tables that don't exist yet. */
    readonly keep: (kept: Kept) => void
    /** A statement, prepared on first use. */
    readonly query: <Row = never>(sql: string) => Query<Row>
    /**
     * Changes rows in the transaction of this event-loop turn. If it throws, the whole turn is rolled back, and none of
     * its calls is answered.
     */
    readonly write: <A>(change: () => A) => A
    /** Succeeds once all writes so far are committed. */
    readonly committed: Effect.Effect<void>
    /** The same for synchronous code: the callback gets whether the commit succeeded. */
    readonly onceCommitted: (settled: (isKept: boolean) => void) => void
    /** Does this before each commit: the time line, a file of its own, is written before the answers are sent. */
    readonly beforeCommit: (write: () => void) => void
    /** Resets all tables to their initial rows, atomically, and leaves no deleted data on the disk. */
    readonly reset: () => void
    /** Copies the tables into a file. */
    readonly copyTo: (file: string) => void
    /** Replaces the present rows by those of such a file, atomically. Throws if they don't fit the tables. */
    readonly restoreFrom: (file: string) => void
  }
>()("@embedded-super/simulator-kit/State") {
  static readonly layer = Layer.effect(
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

/** Called with the error if the commit failed. */
type Waiting = (failure?: { readonly error: unknown }) => void

const openState = (path: string): State["Service"] & { readonly close: () => void } => {
  const database = openDatabase(path)
  const parts: Array<Kept> = []
  const begin = database.prepare("BEGIN")
  const commit = database.prepare("COMMIT")
  let isOpen = false
  let waiting: Array<Waiting> = []
  const first: Array<() => void> = []

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
    for (const before of first) before()
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
  /** Changes many rows atomically, after earlier writes are committed. */
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
  const tables = () => parts.flatMap(({ tables }) => Object.keys(tables))
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
    beforeCommit: (write) => void first.push(write),
    onceCommitted: (settled) => {
      if (isOpen) waiting.push((failure) => settled(failure === undefined))
      else settled(true)
    },
    reset: () => {
      replace(() => {
        for (const table of tables()) database.exec(`DELETE FROM ${table}`)
        for (const part of parts) part.begin?.()
      })
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    },
    copyTo: (file) => {
      closeSync(openSync(file, "w", 0o600))
      withCopy(file, () => {
        for (const table of tables())
          database.exec(`CREATE TABLE copy.${table} AS SELECT * FROM main.${table}`)
      })
    },
    restoreFrom: (file) =>
      withCopy(file, () =>
        replace(() => {
          for (const table of tables())
            database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`)
        })
      ),
    close: () => {
      commitNow()
      database.close()
    }
  }
}
