import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/**
 * Runs what is only needed for a note: if it fails, that is logged, and the work goes on without. An interrupt isn't a
 * failure: it ends the work too.
 */
export const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, never, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.interrupt
      : Effect.as(Effect.logWarning("A part of the time line can't be noted", cause), undefined)
  )
