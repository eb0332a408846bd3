import "./platform/smallHeap.ts"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { admin } from "./commands/admin.ts"
import { migrate } from "./commands/migrate.ts"
import { root } from "./commands/root.ts"
import { seed } from "./commands/seed.ts"
import { serve } from "./commands/serve.ts"
import { worker } from "./commands/worker.ts"
import { OperatorError } from "./platform/OperatorError.ts"
import { Telemetry } from "./platform/telemetry/Telemetry.ts"

/** What a person can mend is two lines: what is wrong, what to do. Anything else is a fault of ours, and logged. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  if (error instanceof OperatorError) return Console.error(error.message)
  // The command line has told its own errors.
  if (CliError.isCliError(error)) return Effect.void
  return Effect.logFatal("The process ends because of a fault of its own", cause)
}

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
  // An interrupt (SIGTERM, Ctrl-C) is no failure.
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  return CliError.isCliError(Cause.squash(exit.cause)) ? 2 : 1
}

root.pipe(
  Command.withSubcommands([serve, worker, migrate, seed, admin]),
  Command.run({ version: "0.1.0" }),
  Effect.tapCause(report),
  Effect.provideService(CliOutput.Presenter, sentencePresenter),
  Effect.provide(Telemetry),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit))
  })
)
