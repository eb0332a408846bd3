import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import process from "node:process"

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

/** What a process runs; nothing once it has ended, also if nobody has collected it yet. */
const commandLine = (pid: number): string =>
  orNothing(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? orNothing(() => ps(pid)) ?? ""

/** Whether a process is ours and runs. Its number may have gone to another program since; its command line tells. */
const isOurs = (pid: number): boolean => isThere(pid) && /start\.ts|main\.ts/.test(commandLine(pid))

const signal = (pid: number, name: NodeJS.Signals) => orNothing(() => process.kill(pid, name))

/** So long a program that was told to end may take, before it is killed. */
const PATIENCE_MILLIS = 15_000

/**
 * Wait for what an earlier `start` left behind: one that was killed leaves programs that are just ending. Answers the
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

/** Remember what runs, for the next `start`. */
export const rememberRunning = (file: string, programs: ReadonlyArray<number>): void =>
  writeFileSync(file, JSON.stringify({ start: process.pid, programs } satisfies Running), { mode: 0o600 })

/** Nothing runs any more. */
export const forgetRunning = (file: string): void => rmSync(file, { force: true })
