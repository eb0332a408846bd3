import type * as NodeServices from "@effect/platform-node/NodeServices"
import { runMain } from "@embedded-super/program/runMain"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type { CannotStart } from "../CannotStart.ts"
import type { Simulator } from "../server/simulator.ts"
import { simulatorCommand } from "./command.ts"

/** What happens is printed by the event log; the program's own log is for what goes wrong, and keeps off stdout. */
const Logging = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/**
 * Runs a command as a program. Interrupted, it ends well; unable to start, it says why in a sentence, and exits with 1;
 * asked for what it doesn't know, with 2.
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

/** Runs a simulator's program. */
export const runSimulator = (simulator: Simulator): void =>
  runProgram(simulatorCommand(simulator), simulator.version)
