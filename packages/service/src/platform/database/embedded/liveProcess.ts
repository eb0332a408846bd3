import { readFileSync, readlinkSync } from "node:fs"
import process from "node:process"

const orNothing = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The fields of /proc/<pid>/stat after the name: state first, start time as number 19. None where there is no /proc. */
const stat = (pid: number): ReadonlyArray<string> | undefined =>
  orNothing(() => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" "))

/** Whether a process lives. One that ended and that its parent hasn't yet collected (a zombie) doesn't. */
export const isAlive = (pid: number): boolean => isThere(pid) && stat(pid)?.[0] !== "Z"

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user can't be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Tells a process from a later one with the same id: its id and, where the system says it, when it began. */
export const identity = (pid: number): string => `${pid}-${stat(pid)?.[19] ?? "0"}`

/** Whether the process that `identity` named still lives. */
export const isSame = (name: string): boolean => {
  const pid = Number(name.split("-")[0])
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && identity(pid) === name
}

/** The folder that a process works in; none where the system doesn't say. */
export const workingFolder = (pid: number): string | undefined =>
  orNothing(() => readlinkSync(`/proc/${pid}/cwd`))
