import * as Effect from "effect/Effect"
import { type ChildProcess, fork } from "node:child_process"
import process from "node:process"
import type { Scope } from "effect/Scope"
import { compileCache } from "../../support/compileCache.ts"
import type { Arming } from "../programs/faults.ts"

/** A program of the run in a process of its own. */
export interface Child {
  readonly pid: number
  /** Waits until its log or a message says that it is ready. */
  readonly ready: Effect.Effect<void>
  readonly arm: (arming: Arming | null) => Effect.Effect<void>
  /** Sets its clock so many milliseconds ahead of the machine's. */
  readonly setClock: (ahead: number) => Effect.Effect<void>
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Waits until it has ended, and returns the signal that ended it. */
  readonly ended: Effect.Effect<NodeJS.Signals | null>
  readonly hasEnded: () => boolean
  /** Everything that it printed so far. */
  readonly printed: () => string
}

export interface ChildOptions {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** The log line that says it is ready; by default it sends a message. */
  readonly says?: RegExp
  /** A module that is loaded before the program. */
  readonly preload?: string
}

const patience = 10_000

/** Nothing that was started here outlives this process. */
const living = new Set<ChildProcess>()
process.on("exit", () => living.forEach((child) => child.kill("SIGKILL")))

/** Once, whichever of the two comes first. */
const untilEnded = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))

const stop = (child: ChildProcess, ended: Promise<unknown>): Promise<unknown> => {
  if (child.exitCode !== null || child.signalCode !== null) return ended
  child.kill("SIGTERM")
  const timer = setTimeout(() => child.kill("SIGKILL"), patience)
  return ended.finally(() => clearTimeout(timer))
}

/** With DATABASE_POOLER=transaction, the programs work without LISTEN, as behind a pooler. */
const { DATABASE_POOLER = "", HOME, PATH } = process.env

/** Starts a program of `scripts/chaos/programs`; it is asked to end with the scope. */
export const startChild = (
  program: string,
  { args, env, preload, says }: ChildOptions
): Effect.Effect<Child, never, Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = fork(new URL(`../programs/${program}`, import.meta.url), args, {
        env: { PATH, HOME, DATABASE_POOLER, NODE_COMPILE_CACHE: compileCache, LOG_FORMAT: "json", ...env },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        execArgv:
          preload === undefined ? [] : ["--import", new URL(`../programs/${preload}`, import.meta.url).href]
      })
      living.add(child)
      const output: Array<string> = []
      const ended = untilEnded(child)
      void ended.then(() => living.delete(child))
      const ready = new Promise<void>((resolve, reject) => {
        const look = (text: string) => {
          output.push(text)
          if (says?.test(output.slice(-2).join("")) === true) resolve()
        }
        for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", look)
        child.once("message", () => resolve())
        void ended.then((signal) =>
          reject(
            new Error(
              `${program} ended (${signal ?? child.exitCode}) before it was ready:\n${output.join("")}`
            )
          )
        )
      })
      // It may have been killed a moment ago. The message then reaches no process; the callback keeps that from being an error.
      const tell = (message: object) =>
        Effect.sync(() => void (child.connected && child.send(message, () => undefined)))
      // A caller that needs it ready awaits this; a program that is killed before isn't a failure.
      ready.catch(() => undefined)
      return {
        pid: child.pid ?? -1,
        ready: Effect.promise(() => ready),
        arm: (arm: Arming | null) => tell({ arm }),
        setClock: (clockAhead: number) => tell({ clockAhead }),
        signal: (signal: NodeJS.Signals) => Effect.sync(() => void child.kill(signal)),
        ended: Effect.promise(() => ended),
        hasEnded: () => child.exitCode !== null || child.signalCode !== null,
        printed: () => output.join(""),
        stop: () => stop(child, ended)
      }
    }),
    ({ stop }) => Effect.promise(stop)
  )
