import { readFileSync } from "node:fs"
import process from "node:process"
import type { Ending } from "./processes.ts"
import { endedAbruptly } from "./ending.ts"

/**
 * Whether a service that ended like this has left its embedded database running. The next start would adopt it; but
 * there may be no next start.
 */
export const leavesDatabase = (ending: Ending): boolean =>
  process.env["DATABASE_URL"] === undefined && endedAbruptly(ending)

/** A command that uses the database for a moment: whichever program uses it last stops it. */
export const useDatabaseOnce = (dataDir: string): ReadonlyArray<string> => [
  "--dev",
  "--data-dir",
  dataDir,
  "migrate"
]

/**
 * Where the embedded database lies if that isn't in the data folder: as root under a folder that the database's own user can't
 * enter. The service leaves the place there.
 */
export const databaseElsewhere = (dataDir: string): string | undefined => {
  if (process.env["DATABASE_URL"] !== undefined) return undefined
  try {
    return readFileSync(`${dataDir}/postgres/location`, "utf8")
  } catch {
    return undefined
  }
}
