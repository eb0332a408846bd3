import * as Effect from "effect/Effect"
import { type ChildProcess, fork, spawn } from "node:child_process"
import { openSync, readdirSync, readFileSync } from "node:fs"
import process from "node:process"

/** Clock ticks in a second, as /proc counts CPU. Linux has had 100 on every machine for twenty years. */
const TICKS = 100

/** The fields of /proc/PID/stat after the name, which may hold spaces; undefined if the process has ended. */
const statOf = (pid: number): ReadonlyArray<string> | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    return text.slice(text.lastIndexOf(")") + 2).split(" ")
  } catch {
    return undefined
  }
}

const ticks = (stat: ReadonlyArray<string> | undefined, fields: ReadonlyArray<number>) =>
  fields.reduce((all, field) => all + Number(stat?.[field] ?? 0), 0)

/** The CPU that a process has used, in milliseconds. */
export const cpuOf = (pid: number): number => (ticks(statOf(pid), [11, 12]) * 1000) / TICKS

/** The same with its children, those that have ended included. */
export const cpuWithChildren = (pid: number): number => {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .map(Number)
  return (
    (ticks(statOf(pid), [11, 12, 13, 14]) * 1000) / TICKS +
    children.reduce((all, child) => all + cpuOf(child), 0)
  )
}

/** The memory of a process, in MiB. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

/** A program that runs beside the measurement. */
export interface Started {
  readonly pid: number
  /** Fails the measurement if the program ends by itself. */
  readonly isAlive: () => boolean
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const patience = 15_000

/** Asks a process to end, also one that is stopped; kills it if it doesn't. */
const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (ended(child)) return resolve()
    const timer = setTimeout(() => child.kill("SIGKILL"), patience)
    child.once("exit", () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill("SIGCONT")
    child.kill("SIGTERM")
  })

const { HOME, PATH } = process.env

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
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly log: string }
) =>
  Effect.map(
    acquire(() => {
      const log = openSync(options.log, "a")
      const env = { HOME, PATH, ...options.env }
      return spawn(process.execPath, args, { cwd: options.cwd, env, stdio: ["ignore", log, log] })
    }),
    (child): Started => ({ pid: child.pid ?? -1, isAlive: () => !ended(child) })
  )

/** Starts one of this folder's processes, which answers each message with one. Ends with the scope. */
export const startHelper = <Question extends object, Reply>(file: string) =>
  Effect.map(
    acquire(() => fork(new URL(file, import.meta.url))),
    (child) => (question: Question) =>
      Effect.callback<Reply, Error>((resume) => {
        child.once("message", (reply: Reply & { readonly error?: string }) =>
          resume(reply.error === undefined ? Effect.succeed(reply) : Effect.fail(new Error(reply.error)))
        )
        child.send(question)
      })
  )
