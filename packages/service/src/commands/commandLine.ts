import { ReportedDefect } from "@embedded-super/program/runMain"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin } from "./admin.ts"
import { printDefect, printProblem, withJsonMistakes } from "./jsonErrors.ts"
import { migrate } from "./migrate.ts"
import { root } from "./root.ts"
import { seed } from "./seed.ts"
import { serve, worker } from "./serve.ts"
import { sftp } from "./sftp.ts"
import { VERSION } from "../platform/config/program.ts"
import { awayProblem } from "../platform/database/checkServer.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { logOutput } from "../platform/telemetry/logOutput.ts"
import { Telemetry } from "../platform/telemetry/Telemetry.ts"

/** An OperatorError prints problem and remedy. Anything else is a bug and is logged. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  if (error instanceof OperatorError) {
    return Effect.andThen(Effect.sync(logOutput().flush), printProblem(error))
  }
  // The command line has printed its own errors.
  if (CliError.isCliError(error)) return Effect.void
  return Effect.andThen(
    Effect.logFatal("The process ends because of an unexpected error", cause),
    printDefect
  )
}

/**
 * Reports the failure. A defect then ends as a `ReportedDefect`, because the runtime would print it again unscrubbed. A
 * database that went away, or takes no changes, is no defect.
 */
const ended = (failure: Cause.Cause<unknown>) => {
  const away = Cause.hasInterruptsOnly(failure) ? undefined : awayProblem(Cause.squash(failure))
  const cause = away === undefined ? failure : Cause.fail(away)
  return Effect.andThen(
    report(cause),
    Cause.hasDies(cause) ? Effect.fail(new ReportedDefect()) : Effect.failCause(cause)
  )
}

/** The whole program: reads its arguments, runs the command, and reports its failure. */
export const commandLine = root.pipe(
  Command.withSubcommands([serve, worker, sftp, migrate, seed, admin]),
  Command.run({ version: VERSION }),
  withJsonMistakes,
  Effect.catchCause(ended),
  // A mistake in the log's own settings can't be logged, so it goes to the console.
  Effect.provide(Layer.tapError(Telemetry, printProblem))
)
