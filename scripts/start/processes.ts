import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import process from "node:process"
import { compileCache } from "../support/compileCache.ts"
import { isComplaint, shownLine } from "./shownLine.ts"

/** The end of a program: its exit code, or the signal that killed it. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One of the programs that `start` runs. */
export interface Program {
  readonly name: string
  readonly child: ChildProcess
  /** Resolves when the program has ended. */
  readonly ended: Promise<Ending>
  /** The last lines of its complaints, in their terminal form. */
  readonly complaints: () => string
  /** Its last lines of output, in their terminal form. */
  readonly lastLines: () => string
  /** Resolves to the first match in its output from now on. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Ends the program when its parent has ended, even if the parent was killed. */
const TETHER = new URL("../../packages/program/src/tether.ts", import.meta.url).href

/** Space for new objects, in MiB; V8's default is twice as much. */
const SMALL = "--max-semi-space-size=16"

/** The base of programs' paths. */
const ROOT = new URL("../..", import.meta.url)

/**
 * The service logs JSON, from which `shownLine` selects lines for people; a LOG_FORMAT in the environment disables
 * that.
 */
const LOG_FORMAT = process.env["LOG_FORMAT"] ?? "json"
const shown = process.env["LOG_FORMAT"] === undefined ? shownLine : (line: string) => line

const COMPLAINTS = 20
const LAST_LINES = 5

/** Resolves when all its output was read, or a second after its end if one of its children keeps the output open. */
const endingOf = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }))
    child.once("exit", (code, signal) => setTimeout(resolve, 1000, { code, signal }).unref())
  })

/** Starts a program of the workspace. Its output is shown line by line under its name. */
export const startProgram = (
  name: string,
  file: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Program => {
  const child = spawn(process.execPath, [SMALL, "--import", TETHER, file, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, LOG_FORMAT, ...env },
    // A separate process group: Ctrl-C in the terminal reaches only `start`, which then stops the programs in order.
    detached: true
  })
  const tail: Array<string> = []
  const last: Array<string> = []
  const listeners = new Set<(line: string) => void>()
  const show = (line: string) => {
    last.splice(0, Math.max(0, last.push(shownLine(line) ?? line) - LAST_LINES))
    const text = shown(line)
    if (started.isVerbose && text !== undefined) console.log(`${name.padEnd(9)}${text}`)
    for (const listener of listeners) listener(line)
  }
  const complain = (line: string) => {
    if (isComplaint(line)) tail.splice(0, Math.max(0, tail.push(shownLine(line) ?? line) - COMPLAINTS))
    show(line)
  }
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", show)
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", complain)
  const ended = endingOf(child)
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const listener = (line: string) => {
        const match = pattern.exec(line)
        if (match === null) return
        listeners.delete(listener)
        resolve(match)
      }
      listeners.add(listener)
    })
  return { name, child, ended, says, complaints: () => tail.join("\n"), lastLines: () => last.join("\n") }
}

/** Whether the programs' output is shown: only after all are ready, so that the first page stays readable. */
export const started = { isVerbose: false }

/** Stops the child processes that a program left running. */
const endGroup = ({ child }: Program): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM")
  } catch {
    // No process of the group is left.
  }
}

/** Stops the programs in this order, each after the previous one has ended. */
export const endPrograms = async (programs: ReadonlyArray<Program>): Promise<void> => {
  for (const program of programs) {
    const { child, ended } = program
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
    await ended
    endGroup(program)
  }
}
