import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
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

const oneLine = (message: string): string =>
  message.replace(
    /\s+Did you mean this\?\s+([^]*)$/,
    (_, names: string) => ` (or is it ${names.trim().split(/\s+/).join(", ")})`
  )

/** A mistake on the command line is one sentence; `--help` shows the help. */
const sentencePresenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error(`${oneLine(event.errors[0]?.message ?? "")}; see --help.`)
      : CliOutput.defaultPresenter.present(event)
}

const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  return CliError.isCliError(Cause.squash(exit.cause)) ? 2 : 1
}

/**
 * Runs a command as a program. Interrupted, it ends well; unable to start, it says why in a sentence, and exits with 1;
 * asked for what it doesn't know, with 2.
 */
export const runProgram = <Name extends string, Input, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, CannotStart, NodeServices.NodeServices>,
  version: string
): void =>
  command.pipe(
    Command.run({ version }),
    Effect.tapErrorTag("CannotStart", (error) => Console.error(error.sentence)),
    Effect.provideService(CliOutput.Presenter, sentencePresenter),
    Effect.provide(Layer.merge(NodeServices.layer, Logging)),
    NodeRuntime.runMain({
      disableErrorReporting: true,
      teardown: (exit, onExit) => onExit(exitCode(exit))
    })
  )

/** Runs a simulator's program. */
export const runSimulator = (simulator: Simulator): void =>
  runProgram(simulatorCommand(simulator), simulator.version)
