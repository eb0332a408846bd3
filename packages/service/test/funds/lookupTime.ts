import { LOOKUP_BUDGET } from "@embedded-super/fund-rules/calls/FundOperation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { vi } from "vitest"

const BUDGET = Duration.toMillis(LOOKUP_BUDGET)

/** Makes the timer of one call to a fund never end: it has the same 2.5 seconds. */
const noCallEnds = Effect.acquireRelease(
  Effect.sync(() => {
    const real = globalThis.setTimeout
    const held = (run: () => void, millis?: number) => real(millis === BUDGET ? () => {} : run, millis)
    return vi.spyOn(globalThis, "setTimeout").mockImplementation(held as typeof setTimeout)
  }),
  (spy) => Effect.sync(() => spy.mockRestore())
)

/**
 * Makes lookups on a clock of their own, so that they don't depend on the machine's speed: the 2.5 seconds are over when
 * `isOver` ends, by default never, and shorter waits take no time. `onWait` is run for each of these.
 */
export const lookupTime =
  <R1 = never, R2 = never>(
    isOver: Effect.Effect<void, never, R1> = Effect.never,
    onWait: (wait: Duration.Duration) => Effect.Effect<void, never, R2> = () => Effect.void
  ) =>
  <A, E, R>(lookup: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | R1 | R2> =>
    Effect.gen(function* () {
      yield* noCallEnds
      const context = yield* Effect.context<R1 | R2>()
      const clock = yield* Clock.Clock
      let millis = clock.currentTimeMillisUnsafe()
      const nanos = () => BigInt(millis) * 1_000_000n
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
          const slept: Effect.Effect<void, never, R1 | R2> =
            Duration.toMillis(duration) === BUDGET ? isOver : wait(duration)
          return Effect.provideContext(slept, context)
        }
      })
    }).pipe(Effect.scoped)
