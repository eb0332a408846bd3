import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import process from "node:process"

const MAIN = join(import.meta.dirname, "../src/main.ts")

/** Ends the program when this process has ended, also by Ctrl-C, which closes no scope. */
const TETHER = import.meta.resolve("@embedded-super/program/tether")

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Program {
  readonly child: ChildProcess
  /** The output and the exit, once the program has ended. */
  readonly ended: Effect.Effect<Ended>
  /** Waits until the program prints this on either output; dies if it ends before. */
  readonly printed: (text: string) => Effect.Effect<void>
  /** What it has printed so far, on either output. */
  readonly output: () => string
}

/** The service's own program in its own process, without the variables of this one; ended with the scope. */
export const program = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.acquireRelease(
    Effect.sync((): Program => {
      // With Node's compile cache, a program takes half the time to start.
      const { NODE_COMPILE_CACHE, PATH } = process.env
      const child = spawn(process.execPath, ["--import", TETHER, MAIN, ...args], {
        env: { NODE_COMPILE_CACHE, PATH, ...env },
        stdio: ["pipe", "pipe", "pipe", "ipc"]
      })
      let [stdout, stderr] = ["", ""]
      child.stdout?.on("data", (chunk) => (stdout += chunk))
      child.stderr?.on("data", (chunk) => (stderr += chunk))
      const ended = new Promise<Ended>((resolve) =>
        child.on("close", (code) => resolve({ code, stdout, stderr }))
      )
      const printed = (text: string) =>
        Effect.callback<void>((resume) => {
          const look = () => (stdout.includes(text) || stderr.includes(text)) && resume(Effect.void)
          child.stdout?.on("data", look)
          child.stderr?.on("data", look)
          look()
          const message = () => `the program ended before it printed "${text}":\n${stdout}${stderr}`
          void ended.then(() => resume(Effect.die(new Error(message()))))
        })
      return { child, ended: Effect.promise(() => ended), printed, output: () => stdout + stderr }
    }),
    ({ child, ended }) =>
      Effect.andThen(
        Effect.sync(() => child.kill("SIGTERM")),
        ended
      )
  )
