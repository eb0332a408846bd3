/** Starts another program as a process of its own, reads its output, and stops it. */
import { type ChildProcess, spawn } from "node:child_process"
import process from "node:process"
import { createInterface } from "node:readline"
import { projectRoot } from "./projectRoot.ts"

const cleanups = new Set<() => void>()

// One listener for all of them: Node warns of more than ten.
process.once("exit", () => {
  for (const cleanup of cleanups) cleanup()
})

// Vitest ends a worker by SIGTERM, which alone would run none of them.
if (process.env["VITEST_POOL_ID"] !== undefined)
  process.once("SIGTERM", () => {
    process.emit("exit", 0)
    process.kill(process.pid, "SIGKILL")
  })

/** Runs this when the process ends, unless the returned function has been called. */
export const atExit = (cleanup: () => void): (() => void) => {
  cleanups.add(cleanup)
  return () => void cleanups.delete(cleanup)
}

/** A program's exit code (null if a signal ended it) and all its output. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A program that was started. */
export interface Program {
  readonly child: ChildProcess
  readonly pid: number
  readonly ended: Promise<Ended>
  readonly hasEnded: () => boolean
  /** The first result of `read` over the lines of both outputs. Rejects with all output if the program ends before. */
  readonly line: <A>(read: (line: string) => A | undefined) => Promise<A>
  /** Everything printed so far, on both outputs. */
  readonly printed: () => string
  /** Sends SIGTERM, and waits for the end. */
  readonly stop: () => Promise<Ended>
  /** Kills it, as a power cut would. */
  readonly kill: () => Promise<Ended>
}

/** A program's variables. Of this process's own it gets only HOME, NODE_COMPILE_CACHE and PATH besides. */
type Variables = Readonly<Record<string, string | undefined>>

export interface StartOptions {
  /** By default the project's top folder, to which the path of a program of the project is relative. */
  readonly cwd?: string
  /** The program's standard input; by default it has none. */
  readonly input?: string
  /** Milliseconds after which a stop becomes a kill; by default a stop has no limit. */
  readonly patience?: number
  /** Gets each line. The output is then not kept: the program may run for days. */
  readonly onLine?: (line: string, from: "stdout" | "stderr") => void
  /**
   * Starts it in a process group of its own, so that Ctrl-C in the terminal reaches this process alone. When this process
   * exits the program ends by its tether, in its own time, and isn't killed. A stop also ends what it left running.
   */
  readonly ownGroup?: boolean
}

/** Ends a program of Node when the process that started it has ended, even by a kill. */
const TETHER = new URL("./tether.ts", import.meta.url).href

/** Starts Node on a file; `nodeFlags` are Node's own. */
export const startProgram = (
  file: string,
  args: ReadonlyArray<string> = [],
  env: Variables = {},
  { nodeFlags = [], ...options }: StartOptions & { readonly nodeFlags?: ReadonlyArray<string> } = {}
): Program =>
  start(process.execPath, [...nodeFlags, "--import", TETHER, file, ...args], ["ipc"], env, options)

/** Starts a program of another language. */
export const startCommand = (
  command: string,
  args: ReadonlyArray<string>,
  env: Variables = {},
  options: StartOptions = {}
): Program => start(command, args, [], env, options)

const start = (
  command: string,
  args: ReadonlyArray<string>,
  channel: ReadonlyArray<"ipc">,
  env: Variables,
  { cwd = projectRoot, input, onLine, ownGroup = false, patience }: StartOptions
): Program => {
  const { HOME, NODE_COMPILE_CACHE, PATH } = process.env
  const child = spawn(command, args, {
    cwd,
    env: { HOME, NODE_COMPILE_CACHE, PATH, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe", ...channel],
    detached: ownGroup
  })
  child.stdin?.end(input)
  const isOver = ownGroup ? () => {} : atExit(() => child.kill("SIGKILL"))
  const kept = { stdout: "", stderr: "" }
  const lines: Array<string> = []
  const listeners = new Set<(line: string) => void>()
  for (const from of ["stdout", "stderr"] as const) {
    const stream = child[from]
    if (stream === null) continue
    if (onLine === undefined) stream.setEncoding("utf8").on("data", (text: string) => (kept[from] += text))
    createInterface({ input: stream }).on("line", (line) => {
      if (onLine === undefined) lines.push(line)
      else onLine(line, from)
      for (const listener of listeners) listener(line)
    })
  }
  const ended = new Promise<Ended>((resolve) => {
    const end = (code: number | null) => {
      isOver()
      resolve({ code, ...kept })
    }
    child.once("close", end)
    // Processes that it left running may keep the output open.
    if (ownGroup) child.once("exit", (code) => setTimeout(end, 1000, code).unref())
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  const stopBy = async (signal: NodeJS.Signals): Promise<Ended> => {
    const timer = patience === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), patience)
    if (!hasEnded()) child.kill(signal)
    const end = await ended
    clearTimeout(timer)
    if (ownGroup && child.pid !== undefined) endGroup(child.pid)
    return end
  }

  return {
    child,
    pid: child.pid ?? -1,
    ended,
    hasEnded,
    line: (read) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const found = read(line)
          if (found === undefined) return
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        lines.forEach(look)
        void ended.then(({ code }) =>
          reject(
            new Error(
              `${child.spawnargs.join(" ")} ended with ${code ?? child.signalCode} before it said so:\n${lines.join("\n")}`
            )
          )
        )
      }),
    printed: () => lines.join("\n"),
    stop: () => stopBy("SIGTERM"),
    kill: () => stopBy("SIGKILL")
  }
}

/** Ends the processes that a program of this group left running. */
const endGroup = (leader: number): void => {
  try {
    process.kill(-leader, "SIGTERM")
  } catch {
    // No process of the group is left.
  }
}
