import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import type { Ready } from "../cli/readiness.ts"

/** A program's exit and all its output. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Started {
  readonly child: ChildProcess
  /** Its first line on stdout; empty if it ended without one. */
  readonly firstLine: Effect.Effect<string>
  readonly ended: Effect.Effect<Ended>
}

/** Ends the program when this process has ended, also by Ctrl-C, which closes no scope. */
const TETHER = import.meta.resolve("@embedded-super/program/tether")

/** Starts a program of this workspace as a separate process, which is stopped when the scope closes. */
export const startProgram = (
  main: string,
  ...args: ReadonlyArray<string>
): Effect.Effect<Started, never, Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, ["--import", TETHER, main, ...args], {
        stdio: ["ignore", "pipe", "pipe", "ipc"]
      })
      const text = { out: "", err: "" }
      child.stdout?.on("data", (chunk: Buffer) => (text.out += chunk.toString()))
      child.stderr?.on("data", (chunk: Buffer) => (text.err += chunk.toString()))
      const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, ...text })))
      const firstLine = new Promise<string>((resolve) => {
        const look = () => text.out.includes("\n") && resolve(text.out.slice(0, text.out.indexOf("\n")))
        child.stdout?.on("data", look)
        void ended.then(() => resolve(""))
      })
      return { child, firstLine: Effect.promise(() => firstLine), ended: Effect.promise(() => ended) }
    }),
    ({ child, ended }) =>
      Effect.andThen(
        Effect.sync(() => child.kill("SIGKILL")),
        ended
      )
  )

/** The ready message of a simulator that was started with `--json`. */
export const whenReady = (started: Started): Effect.Effect<Ready> =>
  Effect.map(started.firstLine, (line) => JSON.parse(line) as Ready)
