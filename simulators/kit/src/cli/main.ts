import type * as NodeServices from "@effect/platform-node/NodeServices"
import { runMain } from "@embedded-super/program/runMain"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type { CannotStart } from "../CannotStart.ts"

/** The event log prints the events; the program's own log is for errors, and doesn't write to stdout. */
const Logging = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/**
 * Runs a command as a program. An interrupt exits 0; a failed start prints one sentence and exits 1; a mistake on the
 * command line exits 2.
 */
export const runProgram = <Name extends string, Input, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, CannotStart, NodeServices.NodeServices>,
  version: string
): void =>
  runMain(
    command.pipe(
      Command.run({ version }),
      Effect.tapErrorTag("CannotStart", (error) => Console.error(error.sentence)),
      Effect.provide(Logging)
    )
  )
