import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TEST_LOOKUP } from "../TestSettings.ts"

/**
 * Makes lookups on a clock of their own, so that they don't depend on the machine's speed: their time is over when
 * `isOver` ends, by default never, and shorter waits take no time. `onWait` is run for each of these.
 */
export const lookupTime =
  <R1 = never, R2 = never>(
    isOver: Effect.Effect<void, never, R1> = Effect.never,
    onWait: (wait: Duration.Duration) => Effect.Effect<void, never, R2> = () => Effect.void
  ) =>
  <A, E, R>(lookup: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | R1 | R2> =>
    Effect.gen(function* () {
      const context = yield* Effect.context<R1 | R2>()
      const clock = yield* Clock.Clock
      let millis = clock.currentTimeMillisUnsafe()
      const nanos = () => BigInt(Math.round(millis)) * 1_000_000n
      const wait = (duration: Duration.Duration): Effect.Effect<void, never, R1 | R2> =>
        Effect.andThen(
          onWait(duration),
          Effect.sync(() => void (millis += Duration.toMillis(duration)))
        )
      return yield* Effect.provideService(lookup, Clock.Clock, {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.sync(() => millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => {
          const slept: Effect.Effect<void, never, R1 | R2> = Duration.equals(duration, TEST_LOOKUP)
            ? isOver
            : wait(duration)
          return Effect.provideContext(slept, context)
        }
      })
    })
