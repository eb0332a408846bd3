import { readdirSync, readFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { DatabaseSync } from "node:sqlite"

const STATE = "state.sqlite"

/** The rows of each table of a simulator's state as JSON, by the table's name. */
const tablesIn = (path: string): ReadonlyArray<readonly [table: string, rows: string]> => {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
  const rows = tables.map(
    (name) => [name, JSON.stringify(database.prepare(`SELECT * FROM ${name}`).all())] as const
  )
  database.close()
  return rows
}

/** The contents of a simulator's folder: each file's text, by its path, and each table of its state. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => path.endsWith(STATE) || !basename(path).startsWith(STATE))
      .flatMap((path) =>
        basename(path) === STATE
          ? tablesIn(path).map(([table, rows]) => [`table ${table}`, rows])
          : [[relative(folder, path), readFileSync(path, "utf8")]]
      )
  )
