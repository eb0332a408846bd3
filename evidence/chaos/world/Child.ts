import { startProgram } from "@embedded-super/program/startProgram"
import { inScope, type ScopedProgram } from "@embedded-super/program/testing/inScope"
import * as Effect from "effect/Effect"
import process from "node:process"
import type { Scope } from "effect/Scope"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { compileCache } from "@embedded-super/program/projectRoot"
import type { Arming } from "../programs/faults.ts"

/** A program of the run in a process of its own. */
export interface Child extends Pick<ScopedProgram, "pid" | "hasEnded" | "printed"> {
  /** Waits until its log says that it is ready; dies if it ends before. */
  readonly ready: Effect.Effect<void>
  readonly arm: (arming: Arming | null) => Effect.Effect<void>
  /** Sets its clock so many milliseconds ahead of the machine's. */
  readonly setClock: (ahead: number) => Effect.Effect<void>
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Waits until it has ended, and returns the signal that ended it. */
  readonly ended: Effect.Effect<NodeJS.Signals | null>
}

export interface ChildOptions {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** The log line that says it is ready; by default it prints "ready". */
  readonly says?: RegExp
  /** A module that is loaded before the program. */
  readonly preload?: string
}

/** One that was stopped by a signal doesn't take another: it is killed after so many milliseconds. */
const patience = 10_000

const place = (file: string) => resolve(import.meta.dirname, "../programs", file)

/** With DATABASE_POOLER=transaction, the programs work without LISTEN, as behind a pooler. */
const { DATABASE_POOLER = "" } = process.env

/** Starts a program of `evidence/chaos/programs`, or one at a path from the root; it is asked to end with the scope. */
export const startChild = (
  program: string,
  { args, env, preload, says = /^ready$/ }: ChildOptions
): Effect.Effect<Child, never, Scope> =>
  Effect.map(
    inScope(() =>
      startProgram(
        place(program),
        args,
        { DATABASE_POOLER, NODE_COMPILE_CACHE: compileCache, LOG_FORMAT: "json", ...env },
        { nodeFlags: preload === undefined ? [] : ["--import", pathToFileURL(place(preload)).href], patience }
      )
    ),
    ({ child, ended, hasEnded, line, pid, printed }): Child => {
      // It may have been killed a moment ago. The message then reaches no process; the callback keeps that from being an error.
      const tell = (message: object) =>
        Effect.sync(() => void (child.connected && child.send(message, () => undefined)))
      return {
        pid,
        ready: Effect.asVoid(line((text) => says.test(text) || undefined)),
        arm: (arm) => tell({ arm }),
        setClock: (clockAhead) => tell({ clockAhead }),
        signal: (signal) => Effect.sync(() => void child.kill(signal)),
        ended: Effect.map(ended, () => child.signalCode),
        hasEnded,
        printed
      }
    }
  )
