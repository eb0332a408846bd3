/**
 * Runs a kit's command line as a program. The exit codes are a promise to scripts: 0 the subject conforms, 1 it doesn't, 2 a
 * mistake of the caller, 3 the subject can't be reached, 4 nothing required was judged, 70 a defect of the kit, 130 interrupted.
 * A failure is one sentence on stderr. Only a defect has a stack trace, which a person can send us.
 *
 * The trap: a reader that is gone (`| head`) or a full disk makes Node throw at a later write, in the middle of a run. The
 * run goes on: its exit code and its report don't depend on who reads its text.
 */
import type * as NodeServices from "@effect/platform-node/NodeServices"
import { runMain } from "@embedded-super/program/runMain"
import type * as CliError from "effect/cli/CliError"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import process from "node:process"
import { CannotRun, exitCodes, NotConforming } from "./CannotRun.ts"

type ProgramError = CannotRun | NotConforming | CliError.CliError

/** The program with its failures printed. */
export const reported = <R>(
  program: Effect.Effect<void, ProgramError, R>
): Effect.Effect<void, ProgramError, R> =>
  Effect.tapErrorTag(program, "CannotRun", ({ sentence }) => Console.error(sentence))

export const runProgram = (program: Effect.Effect<void, ProgramError, NodeServices.NodeServices>): void => {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {})
  runMain(reported(program), { interrupted: exitCodes.interrupted })
}
