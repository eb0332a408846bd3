import type { Ended } from "@embedded-super/program/startProgram"
import { asMain, exitCode } from "@embedded-super/program/runMain"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
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
 * nothing of the test's own services. A separate process would take a second to start; test/program.ts starts one, for
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
