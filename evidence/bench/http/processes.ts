import * as Effect from "effect/Effect"
import { type ChildProcess, fork, spawn } from "node:child_process"
import { openSync, readFileSync } from "node:fs"
import process from "node:process"

/** Clock ticks in a second, as /proc counts CPU. Linux has had 100 on every machine for twenty years. */
const TICKS = 100

/** The CPU that a process has used, in milliseconds. */
export const cpuOf = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name before them may hold spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const patience = 15_000

/** Asks a process to end; kills it if it doesn't. */
const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (ended(child)) return resolve()
    const timer = setTimeout(() => child.kill("SIGKILL"), patience)
    child.once("exit", () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill("SIGTERM")
  })

const acquire = (make: () => ChildProcess) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = make()
      const end = () => void child.kill("SIGKILL")
      process.once("exit", end)
      child.once("exit", () => process.off("exit", end))
      return child
    }),
    (child) => Effect.promise(() => stop(child))
  )

/** Starts Node on a program; what it prints goes to a file, as a service's log does. Ends with the scope. */
export const startNode = (
  args: ReadonlyArray<string>,
  options: { readonly env: Readonly<Record<string, string>>; readonly log: string }
) =>
  Effect.map(
    acquire(() => {
      const log = openSync(options.log, "a")
      const { HOME, PATH } = process.env
      return spawn(process.execPath, args, {
        env: { HOME, PATH, ...options.env },
        stdio: ["ignore", log, log]
      })
    }),
    (child) => ({ pid: child.pid ?? -1 })
  )

/** Starts one of this folder's programs, which answers its first message with one. Ends with the scope. */
export const startHelper = <Question extends object, Reply>(file: string) =>
  Effect.map(
    acquire(() => fork(new URL(file, import.meta.url))),
    (child) => (question: Question) =>
      Effect.callback<Reply>((resume) => {
        child.once("message", (reply: Reply) => resume(Effect.succeed(reply)))
        child.send(question)
      })
  )
