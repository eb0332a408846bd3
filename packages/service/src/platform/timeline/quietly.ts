import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/**
 * Runs an effect that only a note needs: a failure is logged, and the work continues without the note. An interrupt isn't a
 * failure: it ends the work, too.
 */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.interrupt
      : Effect.as(Effect.logWarning("A part of the time line can't be noted", cause), undefined)
  )
