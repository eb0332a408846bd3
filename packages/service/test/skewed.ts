import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * Runs an effect as on a machine whose clock is this many milliseconds ahead of the true one; the difference may change
 * meanwhile.
 */
export const skewed =
  (ahead: () => number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const millis = () => clock.currentTimeMillisUnsafe() + ahead()
      const nanos = () => BigInt(millis()) * 1_000_000n
      return Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe: millis,
        currentTimeMillis: Effect.sync(millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      })
    })
