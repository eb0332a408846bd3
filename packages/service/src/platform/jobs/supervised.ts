import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** From a tenth of a second, doubling to five seconds: fast after a brief failure, slow while a database is down. */
const backOff = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")]).pipe(
  Schedule.jittered
)

/**
 * Repeats an effect for ever, and restarts it when it fails or dies (of a lost database connection, for example). Each
 * failure is logged under `name`. Only an interruption ends it.
 */
export const supervised = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<never, never, R> =>
  effect.pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logWarning(`${name} failed and is restarted`, cause)),
    Effect.retry({ schedule: backOff, while: (cause) => !Cause.hasInterruptsOnly(cause) }),
    Effect.ignore,
    Effect.forever
  )
