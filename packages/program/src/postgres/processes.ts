import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import process from "node:process"

/** The OS user that the server runs as; undefined means the user of this process. */
export interface OsUser {
  readonly uid: number
  readonly gid: number
}

export const isRoot: boolean = process.getuid?.() === 0

/** A minimal environment, so that neither `PG…` settings nor secrets of this process reach the server. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" }

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end as another user. Never fails: if the program can't be started, the code is -1. */
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

/**
 * The fields of /proc/<pid>/stat after the name: the state first, the start time 19 fields later. Undefined without
 * /proc.
 */
const stat = (pid: number): ReadonlyArray<string> | undefined =>
  orNothing(() => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" "))

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process belongs to another user, so it exists.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Whether a process is alive. A zombie (ended, but not yet collected by its parent) isn't. */
export const isAlive = (pid: number): boolean => exists(pid) && stat(pid)?.[0] !== "Z"

/** Identifies a process even if its id is reused later: its id and, where the system reports it, its start time. */
export const identity = (pid: number): string => `${pid}-${stat(pid)?.[19] ?? "0"}`

/** Whether the process that `identity` named is still alive. */
export const isSame = (name: string): boolean => {
  const pid = Number(name.split("-")[0])
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && identity(pid) === name
}

/** The working directory of a process; undefined if the system doesn't report it. */
export const workingFolder = (pid: number): string | undefined =>
  orNothing(() => readlinkSync(`/proc/${pid}/cwd`))
