import { readFileSync, writeFileSync } from "node:fs"
import process from "node:process"

interface Running {
  readonly start: number
  readonly programs: ReadonlyArray<number>
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** On Linux a number may have gone to another program since; its command line tells. */
const isOurs = (pid: number): boolean => {
  if (!isAlive(pid)) return false
  try {
    return /start\.ts|main\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))
  } catch {
    return true
  }
}

const read = (file: string): Running | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/**
 * Wait for what an earlier `start` left behind: one that was killed leaves programs that are just ending. Answers the
 * process id of a `start` that is still running, if there is one.
 */
export const waitForLeftovers = async (file: string): Promise<number | undefined> => {
  const earlier = read(file)
  if (earlier === undefined) return undefined
  if (earlier.start !== process.pid && isOurs(earlier.start)) return earlier.start
  const left = earlier.programs.filter(isOurs)
  for (const pid of left) process.kill(pid, "SIGTERM")
  for (const pid of left) {
    const deadline = performance.now() + 15_000
    while (isAlive(pid) && performance.now() < deadline) await new Promise((next) => setTimeout(next, 25))
    if (isAlive(pid)) process.kill(pid, "SIGKILL")
  }
  return undefined
}

/** Remember what runs, for the next `start`. */
export const rememberRunning = (file: string, programs: ReadonlyArray<number>): void =>
  writeFileSync(file, JSON.stringify({ start: process.pid, programs } satisfies Running), { mode: 0o600 })
