import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * Runs an effect as if it were that moment. Its reads of the time are frozen, while connections and queues below keep
 * the machine's own clock: a `TestClock` moved by days would run each of their timers as often.
 *
 * Use it in tests of `layer(…, { excludeTestServices: true })`.
 */
export const at =
  (moment: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const millis = Date.parse(moment)
      const nanos = BigInt(millis) * 1_000_000n
      return Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.succeed(millis),
        currentTimeNanosUnsafe: () => nanos,
        currentTimeNanos: Effect.succeed(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      })
    })
