/** The service's program on a command line: in the process of the test, or in its own. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import { type Ended, startProgram } from "@embedded-super/program/startProgram"
import { asMain, exitCode } from "@embedded-super/program/runMain"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { inScope } from "@embedded-super/program/testing/inScope"
import { join } from "node:path"
import { DatabaseUrl } from "../src/platform/database/DatabaseUrl.ts"
import { commandLine } from "../src/commands/commandLine.ts"

/** A terminal of no width, which keeps the displayed text. */
const terminal = (keep: (text: string) => void) =>
  Terminal.make({
    columns: Effect.succeed(0),
    rows: Effect.succeed(0),
    size: Effect.die("no terminal"),
    readInput: Effect.die("no terminal"),
    readLine: Effect.die("no terminal"),
    display: (text) => Effect.sync(() => keep(text))
  })

/**
 * The service's program on a command line, in the process of the test: with these variables, this standard input, and
 * nothing of the test's own services. A separate process would take a second to start; `program` starts one, for
 * signals and what Node itself prints.
 */
export const runHere = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input = ""
): Effect.Effect<Ended> =>
  Effect.promise(async () => {
    let [stdout, stderr] = ["", ""]
    const console = {
      ...globalThis.console,
      log: (text: string) => (stdout += `${text}\n`),
      error: (text: string) => (stderr += `${text}\n`)
    }
    const stdio = Stdio.make({
      args: Effect.succeed(args),
      stdin: Stream.make(new TextEncoder().encode(input)),
      stdout: () => Sink.drain,
      stderr: () => Sink.drain
    })
    const program = commandLine.pipe(
      Effect.provideService(Stdio.Stdio, stdio),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
      Effect.provideService(Console.Console, console),
      Effect.provideService(
        Terminal.Terminal,
        terminal((text) => (stdout += text))
      )
    )
    // Not `yield*`: it would share the layers and references of the test.
    const exit = await Effect.runPromiseExit(asMain(program))
    return { code: exitCode(exit), stdout, stderr }
  })

const MAIN = join(import.meta.dirname, "../src/main.ts")

/** The service's own program in its own process, with these variables and this standard input; it stops with the scope. */
export const program = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input?: string
) =>
  Effect.map(
    inScope(() => startProgram(MAIN, args, env, input === undefined ? {} : { input })),
    (started) => ({
      ...started,
      /** Waits until the program prints this on either output; dies if it ends before. */
      says: (text: string) => started.line((line) => line.includes(text) || undefined)
    })
  )

/** A file that holds this text while the scope is open. */
export const aFile = Effect.fnUntraced(function* (text: string) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(file, text, { mode: 0o600 })
  yield* fs.chmod(file, 0o600)
  return file
})

const runAdmin = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  input?: string,
  more: Readonly<Record<string, string>> = {}
) {
  const fs = yield* FileSystem.FileSystem
  const env = {
    DATA_DIR: yield* fs.makeTempDirectoryScoped(),
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    LOG_LEVEL: "warn",
    LOG_FORMAT: "json",
    ...more
  }
  return yield* runHere(["admin", ...args], env, input)
})

/** Runs `admin …` with these arguments until it has ended. */
export const adminOf = (args: ReadonlyArray<string>) =>
  Effect.map(runAdmin(args), ({ code, stderr, stdout }) => ({ code, output: stdout + stderr }))

/** Runs `admin …` until it has ended; `input` is its standard input, and `more` are more variables. */
export const admin = Effect.fnUntraced(function* (
  line: string,
  input?: string,
  more?: Readonly<Record<string, string>>
) {
  const { code, stderr, stdout } = yield* runAdmin(line.split(" "), input, more)
  return { code, output: stdout + stderr }
})

/** Runs `admin … --json`; the document is what it printed, undefined if it printed nothing. */
export const adminJson = Effect.fnUntraced(function* (line: string, input?: string) {
  const { code, stderr, stdout } = yield* runAdmin([...line.split(" "), "--json"], input)
  return { code, stderr, document: stdout === "" ? undefined : (JSON.parse(stdout) as unknown) }
})
