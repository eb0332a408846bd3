import type { SQLInputValue } from "node:sqlite"
import type { Query, State } from "./State.ts"

/**
 * Reads up to `limit` items numbered less than `before`, the highest number first; a limit of `-1` reads all of them.
 */
export type ReadPage<A> = (before: number, limit: number) => ReadonlyArray<A>

/** The `before` value for `ReadPage` that starts with the newest item. */
export const newest = Number.MAX_SAFE_INTEGER

/** The common queries of a table with a column `seq`. */
export interface Table<Row> {
  /** Inserts a row, within `write`, and returns its `seq`. */
  readonly insert: (row: object) => number
  /** Replaces the rows with the same unique columns, or inserts the row; within `write`. */
  readonly replace: (row: object) => void
  /** The first row with a value in a column. */
  readonly find: (column: keyof Row & string, value: SQLInputValue) => Row | undefined
  readonly page: ReadPage<Row>
  readonly size: () => number
}

/** The queries of a table. Its rows have all columns; values to insert are named as their columns. */
export const tableOf = <Row extends object>({ query }: State["Service"], name: string): Table<Row> => {
  const queries = new Map<string, Query<Row>>()
  const prepared = (key: string, sql: () => string): Query<Row> => {
    let found = queries.get(key)
    if (found === undefined) queries.set(key, (found = query<Row>(sql())))
    return found
  }
  const put = (verb: string, row: object): number => {
    const columns = Object.keys(row).join(", ")
    const insert = prepared(
      verb + columns,
      () => `${verb} INTO ${name} (${columns}) VALUES (${columns.replaceAll(/\w+/g, "?")})`
    )
    return insert.run(...(Object.values(row) as ReadonlyArray<SQLInputValue>)).id
  }
  const pages = query<Row>(`SELECT * FROM ${name} WHERE seq < ? ORDER BY seq DESC LIMIT ?`)
  const count = query<{ readonly size: number }>(`SELECT count(*) AS size FROM ${name}`)
  return {
    insert: (row) => put("INSERT", row),
    replace: (row) => void put("INSERT OR REPLACE", row),
    find: (column, value) => prepared(column, () => `SELECT * FROM ${name} WHERE ${column} = ?`).get(value),
    page: (before, limit) => pages.all(before, limit),
    size: () => count.get()!.size
  }
}

/** A value that is kept as JSON, in a table of its own. */
export interface Setting<A> {
  readonly get: () => A
  readonly set: (value: A) => void
}

/** Keeps a value, which is `initial` at first and after a reset. */
export const settingOf = <A>(state: State["Service"], name: string, initial: A): Setting<A> => {
  const read = state.query<{ readonly value: string }>(`SELECT value FROM ${name}`)
  const write = state.query(`INSERT OR REPLACE INTO ${name} (id, value) VALUES (1, ?)`)
  let present = initial
  state.keep({
    tables: { [name]: "id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL" },
    load: () => {
      const row = read.get()
      present = row === undefined ? initial : (JSON.parse(row.value) as A)
    }
  })
  return {
    get: () => present,
    set: (value) => {
      state.write(() => write.run(JSON.stringify(value)))
      present = value
    }
  }
}
