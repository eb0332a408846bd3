import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs"
import { CannotStart } from "./CannotStart.ts"
import { removeData } from "./database.ts"
import { waitForLeftovers } from "./leftovers.ts"

/** The files that `start`, and `listen` beside it, create in a data folder, apart from the database. */
const MADE = [
  ...["demo.json", "fund-simulator", "listen", "partner-simulator", "run", "sftp"],
  // The time line. SQLite's own files are left beside it if the service was killed.
  ...["workbench.sqlite", "workbench.sqlite-shm", "workbench.sqlite-wal"]
]

/** Removes the files of an earlier `start` from a data folder, and no others; returns a sentence about it. */
export const cleanUp = async (dataDir: string): Promise<string> => {
  const other = await waitForLeftovers(`${dataDir}/run/running.json`)
  if (other !== undefined) {
    throw new CannotStart(
      `start is running on ${dataDir} (process ${other}).\nStop it with Ctrl-C, then clean.`
    )
  }
  const removed = [
    ...(await removeData(dataDir)),
    ...MADE.map((name) => `${dataDir}/${name}`).filter((path) => existsSync(path))
  ]
  for (const path of removed) rmSync(path, { recursive: true, force: true })
  if (existsSync(dataDir) && readdirSync(dataDir).length === 0) rmdirSync(dataDir)
  return removed.length === 0
    ? `There is nothing of start's in ${dataDir}.`
    : ["Removed:", ...removed.map((path) => `  ${path}`)].join("\n")
}
