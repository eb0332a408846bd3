import { type Program as Started, startProgram as start } from "@embedded-super/program/startProgram"
import process from "node:process"
import { compileCache } from "@embedded-super/program/projectRoot"
import { isComplaint, shownLine } from "./shownLine.ts"

/** The end of a program: its exit code, or the signal that killed it. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One of the programs that `start` runs. */
export interface Program extends Pick<Started, "child" | "stop"> {
  readonly name: string
  /** Resolves when the program has ended. */
  readonly ended: Promise<Ending>
  /** The last lines of its complaints, in their terminal form. */
  readonly complaints: () => string
  /** Its last lines of output, in their terminal form. */
  readonly lastLines: () => string
  /** Resolves to the first match in its output from now on. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Space for new objects, in MiB; V8's default is twice as much. */
const SMALL = "--max-semi-space-size=16"

/**
 * The service logs JSON, from which `shownLine` selects lines for people; a LOG_FORMAT in the environment disables
 * that.
 */
const LOG_FORMAT = process.env["LOG_FORMAT"] ?? "json"
const shown = process.env["LOG_FORMAT"] === undefined ? shownLine : (line: string) => line

/** Programs whose output isn't shown: the builder of the docs warns of what its reader can't change. `docsLine` says if it failed. */
const UNSHOWN: ReadonlySet<string> = new Set(["docs"])

const COMPLAINTS = 20
const LAST_LINES = 5

/** Starts a program of the workspace. Its output is shown line by line under its name. */
export const startProgram = (
  name: string,
  file: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Program => {
  const tail: Array<string> = []
  const last: Array<string> = []
  const onLine = (line: string, from: "stdout" | "stderr") => {
    const inForm = shownLine(line) ?? line
    if (from === "stderr" && isComplaint(line)) tail.splice(0, Math.max(0, tail.push(inForm) - COMPLAINTS))
    last.splice(0, Math.max(0, last.push(inForm) - LAST_LINES))
    const text = shown(line)
    if (started.isVerbose && !UNSHOWN.has(name) && text !== undefined) console.log(`${name.padEnd(9)}${text}`)
  }
  const variables = { NODE_COMPILE_CACHE: compileCache, ...process.env, LOG_FORMAT, ...env }
  const program = start(file, args, variables, { nodeFlags: [SMALL], onLine, ownGroup: true })
  return {
    name,
    child: program.child,
    stop: program.stop,
    ended: program.ended.then(({ code }) => ({ code, signal: program.child.signalCode })),
    // `ended` is how its end is noticed.
    says: (pattern) =>
      new Promise((resolve) =>
        program.line((line) => pattern.exec(line) ?? undefined).then(resolve, () => {})
      ),
    complaints: () => tail.join("\n"),
    lastLines: () => last.join("\n")
  }
}

/** Whether the programs' output is shown: only after all are ready, so that the first page stays readable. */
export const started = { isVerbose: false }

/** Stops the programs in this order, each after the previous one has ended. */
export const endPrograms = async (programs: ReadonlyArray<Program>): Promise<void> => {
  for (const { stop } of programs) await stop()
}

const titles: Readonly<Record<string, string>> = {
  database: "The database",
  service: "The service",
  fund: "The fund simulator",
  partner: "The partner simulator"
}

const titleOf = ({ name }: Pick<Program, "name">): string => titles[name] ?? `The ${name} program`

/** Describes the end of a program that wasn't asked to stop. */
export const howItEnded = (program: Pick<Program, "name">, { code, signal }: Ending): string =>
  `${titleOf(program)} ended by itself (${signal === null ? `exit code ${code}` : `killed by ${signal}`}).`

/**
 * Whether a program had no time to clean up: it was killed, or crashed. A program that is stopped before its start ends
 * by SIGTERM itself; programs that explain why they can't continue exit with 1.
 */
export const endedAbruptly = ({ code, signal }: Ending): boolean =>
  signal === null ? code !== 0 && code !== 1 : signal !== "SIGTERM"
