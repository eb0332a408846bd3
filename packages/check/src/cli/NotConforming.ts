import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { exitCodes } from "./CannotRun.ts"

/** The run ended, and hasn't shown that the subject conforms. The report says why; nothing more is printed. */
export class NotConforming extends Data.TaggedError("NotConforming")<{
  readonly verdict: Exclude<CheckReport["verdict"], "conforms">
}> {
  override readonly [Runtime.errorExitCode] = exitCodes.does_not_conform
}

/** Ends a command with the exit code of its run. An incomplete run doesn't show that the subject conforms. */
export const concluded = ({ verdict }: Pick<CheckReport, "verdict">): Effect.Effect<void, NotConforming> =>
  verdict === "conforms" ? Effect.void : Effect.fail(new NotConforming({ verdict }))
