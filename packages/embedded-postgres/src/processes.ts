import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import process from "node:process"

/** The OS user that the server runs as; undefined: the user of this process. */
export interface OsUser {
  readonly uid: number
  readonly gid: number
}

export const isRoot: boolean = process.getuid?.() === 0

/** Few variables, so that neither `PG…` settings nor secrets of this process reach the server. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" }

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end as another user. Never fails: a program that can't be started has code -1. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  user: OsUser | undefined = undefined
): Effect.Effect<Outcome> =>
  Effect.callback((resume) => {
    const child = execFile(
      command,
      args,
      { ...user, cwd: "/", env: serverEnvironment },
      (error, stdout, stderr) =>
        resume(
          Effect.succeed({
            code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
            output: `${stdout}${stderr}`.trim() || (error?.message ?? "")
          })
        )
    )
    return Effect.sync(() => child.kill())
  })

const orNothing = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The fields of /proc/<pid>/stat after the name: the state first, the start time 19 fields later. None without /proc. */
const stat = (pid: number): ReadonlyArray<string> | undefined =>
  orNothing(() => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" "))

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user can't be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Whether a process lives. A zombie (it ended, and its parent hasn't collected it) doesn't. */
export const isAlive = (pid: number): boolean => exists(pid) && stat(pid)?.[0] !== "Z"

/** Tells a process from a later one with the same id: its id and, where the system says it, its start time. */
export const identity = (pid: number): string => `${pid}-${stat(pid)?.[19] ?? "0"}`

/** Whether the process that `identity` named still lives. */
export const isSame = (name: string): boolean => {
  const pid = Number(name.split("-")[0])
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && identity(pid) === name
}

/** The folder that a process works in; undefined where the system doesn't say. */
export const workingFolder = (pid: number): string | undefined =>
  orNothing(() => readlinkSync(`/proc/${pid}/cwd`))
