import { readdirSync, readFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** A simulator's databases: its state, and its time line. */
const DATABASES = ["state.sqlite", "workbench.sqlite"]

/** The rows of each table of a database as JSON, by the table's name. */
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

/** The contents of a simulator's folder: each file's text, by its path, and each table, by its database and its name. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => DATABASES.every((name) => path.endsWith(name) || !basename(path).startsWith(name)))
      .flatMap((path) =>
        DATABASES.includes(basename(path))
          ? tablesIn(path).map(([table, rows]) => [`${basename(path)} ${table}`, rows])
          : [[relative(folder, path), readFileSync(path, "utf8")]]
      )
  )
