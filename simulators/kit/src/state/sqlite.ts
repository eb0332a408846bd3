import { openSqlite } from "@embedded-super/pages/store/tables"
import type { DatabaseSync } from "node:sqlite"

/** The schema version, raised when the tables change: a file of another version isn't read. */
const version = 2

/** Opens a file that only its owner may read. Throws if it is damaged or of another version. */
export const openDatabase = (path: string): DatabaseSync =>
  openSqlite(path, (database) => {
    // NORMAL: a commit is passed to the operating system, which survives a kill -9. A power cut may lose the last
    // commits. The write-ahead log is checkpointed every 4,000 pages: that waits for the disk, which a load test would
    // notice.
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000")
    const check = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"]
    const found = database.prepare("PRAGMA user_version").get()?.["user_version"]
    if (check !== "ok" || (found !== 0 && found !== version))
      throw new Error(`${String(check)}, version ${String(found)}`)
    // Earlier versions kept the time line here.
    database.exec(
      `DROP TABLE IF EXISTS log; DROP TABLE IF EXISTS log_begins; PRAGMA user_version = ${version}`
    )
  })
