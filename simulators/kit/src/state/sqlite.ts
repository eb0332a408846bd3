import { closeSync, openSync } from "node:fs"
import process from "node:process"
import type { DatabaseSync } from "node:sqlite"

/** The schema version, raised when the tables change: a file of another version isn't read. */
const version = 2

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

/** Opens a file that only its owner may read. Throws if it is damaged or of another version. */
export const openDatabase = (path: string): DatabaseSync => {
  // SQLite gives the files beside it (-wal, -shm) the same mode.
  closeSync(openSync(path, "a", 0o600))
  const database = new (sqlite().DatabaseSync)(path)
  try {
    // NORMAL: a commit is passed to the operating system, which survives a kill -9. A power cut may lose the last
    // commits. The write-ahead log is checkpointed every 4,000 pages: that waits for the disk, which a load test would
    // notice.
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000"
    )
    const check = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"]
    const found = database.prepare("PRAGMA user_version").get()?.["user_version"]
    if (check !== "ok" || (found !== 0 && found !== version))
      throw new Error(`${String(check)}, version ${String(found)}`)
    database.exec(`PRAGMA user_version = ${version}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
