/** How a command ends other than well: it can't run, or the subject doesn't conform. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { judgesNothing } from "../run/findingsOf.ts"

/**
 * The exit codes of the kits: 0 the subject conforms, 1 it doesn't, 2 a mistake of the caller, 3 it can't be reached, 4 nothing
 * required was judged. A run that is interrupted shows nothing, so it ends as a shell reports SIGINT.
 */
export const exitCodes = {
  conforms: 0,
  does_not_conform: 1,
  usage: 2,
  unreachable: 3,
  nothing_judged: 4,
  interrupted: 130
} as const

/** Why a run can't begin: one sentence with what to do, which is printed without a stack trace. */
export class CannotRun extends Data.TaggedError("CannotRun")<{
  readonly reason: "usage" | "unreachable"
  readonly sentence: string
  /** The sentence without what to do, for programs in which that is something else. */
  readonly problem?: string
}> {
  override readonly [Runtime.errorExitCode] = exitCodes[this.reason]
}

/** A mistake of the caller: on the command line, in a file or in the environment. */
export const usage = (sentence: string): CannotRun => new CannotRun({ reason: "usage", sentence })

/** The run ended, and hasn't shown that the subject conforms. The report says why; nothing more is printed. */
export class NotConforming extends Data.TaggedError("NotConforming")<{
  readonly verdict: Exclude<CheckReport["verdict"], "conforms">
  readonly judgesNothing?: boolean
}> {
  override readonly [Runtime.errorExitCode] =
    this.judgesNothing === true ? exitCodes.nothing_judged : exitCodes.does_not_conform
}

/** Ends a command with the exit code of its run. An incomplete run doesn't show that the subject conforms. */
export const concluded = (
  report: Pick<CheckReport, "checks" | "findings" | "verdict">
): Effect.Effect<void, NotConforming> =>
  report.verdict === "conforms"
    ? Effect.void
    : Effect.fail(new NotConforming({ verdict: report.verdict, judgesNothing: judgesNothing(report) }))
