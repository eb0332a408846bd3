import { type ChildProcess, spawn } from "node:child_process"
import process from "node:process"
import { TEST_LIMIT } from "../../../scripts/support/testLimit.ts"
import { projectRoot } from "../projectRoot.ts"
import { atExit } from "./atExit.ts"

/** A program's exit and all its output. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A program of the project in a separate process. */
export interface ChildProgram {
  readonly pid: number
  readonly ended: Promise<Ended>
  /** The first result of `read` over the lines of both outputs. Rejects with all output if the program ends before. */
  readonly line: <A>(read: (line: string) => A | undefined) => Promise<A>
  /** Everything printed so far, on both outputs. */
  readonly printed: () => string
  /** Sends SIGTERM, and waits for the end; a program that hasn't ended when the test's limit is over is killed. */
  readonly stop: () => Promise<Ended>
  /** Kills it, as a power cut would. */
  readonly kill: () => Promise<Ended>
}

/** Ends the program when this process has ended, also by Ctrl-C, which gives a worker of vitest no time to do it. */
const tether = new URL("../../../packages/program/src/tether.ts", import.meta.url).href

const linesOf = (child: ChildProcess, onLine: (line: string) => void): void => {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ""
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n")
      rest = lines.pop() ?? ""
      lines.forEach(onLine)
    })
  }
}

/** The environment variables that a program needs; all others are withheld. */
const passedOn = () => {
  const { HOME, NODE_COMPILE_CACHE, PATH } = process.env
  return { HOME, NODE_COMPILE_CACHE, PATH }
}

let endsWithWorker = false

/** Vitest ends a worker by SIGTERM, which alone would leave the folders of its programs behind. */
const endWithWorker = () => {
  if (endsWithWorker || process.env["VITEST_POOL_ID"] === undefined) return
  endsWithWorker = true
  process.once("SIGTERM", () => {
    process.emit("exit", 0)
    process.kill(process.pid, "SIGKILL")
  })
}

/** Starts Node on a program of the project, with these variables and few others of this process. */
export const startProgram = (
  file: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): ChildProgram => {
  endWithWorker()
  return watch(
    spawn(process.execPath, ["--import", tether, file, ...args], {
      cwd: projectRoot,
      env: { ...passedOn(), ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    })
  )
}

/** Starts a program of another language. It is killed when this process ends. */
export const startCommand = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd = projectRoot, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }
): ChildProgram => {
  endWithWorker()
  return watch(
    spawn(command, args, { cwd, env: { ...passedOn(), ...env }, stdio: ["ignore", "pipe", "pipe"] })
  )
}

const watch = (child: ChildProcess): ChildProgram => {
  const lines: Array<string> = []
  const listeners = new Set<(line: string) => void>()
  const output = { stdout: "", stderr: "" }
  linesOf(child, (line) => {
    lines.push(line)
    for (const listener of listeners) listener(line)
  })
  child.stdout?.on("data", (chunk) => (output.stdout += String(chunk)))
  child.stderr?.on("data", (chunk) => (output.stderr += String(chunk)))
  const hasEnded = atExit(() => child.kill("SIGKILL"))
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code) => {
      hasEnded()
      resolve({ code, ...output })
    })
  )

  const stopBy = async (signal: NodeJS.Signals): Promise<Ended> => {
    const timer = setTimeout(() => child.kill("SIGKILL"), TEST_LIMIT)
    child.kill(signal)
    return ended.finally(() => clearTimeout(timer))
  }

  return {
    pid: child.pid ?? -1,
    ended,
    line: (read) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const found = read(line)
          if (found !== undefined) {
            listeners.delete(look)
            resolve(found)
          }
        }
        listeners.add(look)
        lines.forEach(look)
        void ended.then(({ code }) =>
          reject(
            new Error(
              `${child.spawnargs.join(" ")} ended with ${code} before it said so:\n${lines.join("\n")}`
            )
          )
        )
      }),
    printed: () => lines.join("\n"),
    stop: () => stopBy("SIGTERM"),
    kill: () => stopBy("SIGKILL")
  }
}
