import { closeSync, openSync } from "node:fs"
import process from "node:process"
import type { DatabaseSync } from "node:sqlite"

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

/** Opens a file that only its owner may read, and prepares it. Throws if it can't be used. */
export const openSqlite = (path: string, prepare: (database: DatabaseSync) => void): DatabaseSync => {
  // SQLite gives the files beside it (-wal, -shm) the same mode.
  closeSync(openSync(path, "a", 0o600))
  const database = new (sqlite().DatabaseSync)(path)
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
