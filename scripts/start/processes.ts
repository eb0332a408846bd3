import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import process from "node:process"

/** One of the programs that `start` runs. */
export interface Program {
  readonly name: string
  readonly child: ChildProcess
  /** Settles when the program has ended, with its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>
  /** What it wrote to stderr, the last lines. */
  readonly complaints: () => string
}

/** Ends the program when the one that started it is gone, also if that was killed. */
const TETHER = new URL("tether.ts", import.meta.url).href

/** Start a program of the workspace. Its output is shown line by line under its name. */
export const startProgram = (
  name: string,
  file: string,
  args: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {}
): Program => {
  const child = spawn(process.execPath, ["--import", TETHER, file, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...env },
    // Its own group: Ctrl-C in the terminal reaches start alone, which then ends the programs in order.
    detached: true
  })
  const tail: Array<string> = []
  const show = (stream: NodeJS.ReadableStream, keep: boolean) =>
    createInterface({ input: stream }).on("line", (line) => {
      if (keep) tail.splice(0, Math.max(0, tail.push(line) - 20))
      if (started.isVerbose) console.log(`${name.padEnd(8)}${line}`)
    })
  show(child.stdout as NodeJS.ReadableStream, false)
  show(child.stderr as NodeJS.ReadableStream, true)
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)))
  return { name, child, ended, complaints: () => tail.join("\n") }
}

/** Whether what the programs print is shown: not before all are ready, so that the first page stays readable. */
export const started = { isVerbose: false }

/** Ask the programs to end, in this order, each after the one before it has ended. */
export const endPrograms = async (programs: ReadonlyArray<Program>): Promise<void> => {
  for (const { child, ended } of programs) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
    await ended
  }
}
