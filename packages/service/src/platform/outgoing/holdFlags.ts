import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperatorError } from "../OperatorError.ts"
import { timeFlag } from "../time/timeFlags.ts"
import { now, toTimestamp } from "../time/timestamp.ts"

/** When a hold that an operator sets ends. */
export const untilFlag = timeFlag("until").pipe(
  Flag.withDescription("When the hold ends by itself, with its zone: 2026-12-01T22:00+11:00")
)

/** Why an operator holds something: shown to operators alone, and not in the audit log. */
export const reasonFlag = Flag.String("reason").pipe(
  Flag.filterMap(
    (text) => (text.trim() !== "" && text.length <= 200 ? Option.some(text.trim()) : Option.none()),
    () => "Expected a sentence of at most 200 characters"
  ),
  Flag.withDescription("Why, for the other operators; no data of a person")
)

/** Fails if the time has passed. */
export const requireFuture = (until: Date) =>
  Effect.flatMap(now, (at) =>
    until > at
      ? Effect.void
      : Effect.fail(
          new OperatorError({
            problem: `The hold would end at ${toTimestamp(until)}, which has passed.`,
            remedy: "Give a time to come, with its zone: 2026-12-01T22:00+11:00."
          })
        )
  )
