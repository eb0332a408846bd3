import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync, existsSync, readdirSync, rmdirSync } from "node:fs"
import process from "node:process"
import { CannotStart, removeData } from "./database.ts"

interface Running {
  readonly start: number
  readonly programs: ReadonlyArray<number>
}

const orNothing = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const isThere = (pid: number): boolean => orNothing(() => process.kill(pid, 0)) === true

const ps = (pid: number): string =>
  execFileSync("ps", ["-o", "command=", "-p", String(pid)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })

/** The command line of a process; empty once it has ended, even if its parent hasn't collected it yet. */
const commandLine = (pid: number): string =>
  orNothing(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? orNothing(() => ps(pid)) ?? ""

/** Whether a process is ours and alive. Its id may belong to another program by now; its command line identifies it. */
const isOurs = (pid: number): boolean => isThere(pid) && /start\.ts|main\.ts/.test(commandLine(pid))

const signal = (pid: number, name: NodeJS.Signals) => orNothing(() => process.kill(pid, name))

/** The time that a stopped program may take to end before it is killed. */
const PATIENCE_MILLIS = 15_000

/**
 * Waits for the programs of an earlier `start`: one that was killed leaves programs that are just ending. Returns the
 * process id of a `start` that is still running, if there is one.
 */
export const waitForLeftovers = async (file: string): Promise<number | undefined> => {
  const earlier = orNothing((): Running => JSON.parse(readFileSync(file, "utf8")))
  if (earlier === undefined) return undefined
  if (earlier.start !== process.pid && isOurs(earlier.start)) return earlier.start
  const left = earlier.programs.filter(isOurs)
  for (const pid of left) signal(pid, "SIGTERM")
  for (const pid of left) {
    const deadline = performance.now() + PATIENCE_MILLIS
    while (isOurs(pid) && performance.now() < deadline) await new Promise((next) => setTimeout(next, 25))
    if (isOurs(pid)) signal(pid, "SIGKILL")
  }
  return undefined
}

/** Records the running programs for the next `start`. */
export const rememberRunning = (file: string, programs: ReadonlyArray<number>): void =>
  writeFileSync(file, JSON.stringify({ start: process.pid, programs } satisfies Running), { mode: 0o600 })

/** Records that no program is running. */
export const forgetRunning = (file: string): void => rmSync(file, { force: true })

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
