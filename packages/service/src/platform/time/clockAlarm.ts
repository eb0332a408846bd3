import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { A_MINUTE } from "../jobs/loops.ts"
import { supervised } from "../jobs/supervised.ts"
import { clockRepo } from "./ClockRepo.ts"

/**
 * How far the database's clock may differ from this machine's. Due times and webhook signatures use the database's
 * clock, so nothing fails beyond this; but one of the two clocks is wrong, and the operator must be able to find out.
 */
const CLOCK_TOLERANCE = Duration.seconds(5)

/** The database's clock minus this machine's, in whole milliseconds, corrected for the duration of the query. */
export const clockOffset = Effect.gen(function* () {
  const clock = yield* clockRepo
  const sent = yield* Clock.currentTimeMillis
  const now = yield* clock.now
  const answered = yield* Clock.currentTimeMillis
  return Math.round((now ?? answered) - (sent + answered) / 2)
})

/** Whether a clock is so far off that the operator must check it. */
export const isFarOff = (offset: number): boolean => Math.abs(offset) > Duration.toMillis(CLOCK_TOLERANCE)

/** Compares the two clocks once, and logs when they differ (each time) or agree again (once). */
export const makeClockAlarm = <E, R>(offset: Effect.Effect<number, E, R>) => {
  let wasFarOff = false
  return Effect.gen(function* () {
    const clock_offset_ms = yield* offset
    const farOff = isFarOff(clock_offset_ms)
    if (farOff) {
      yield* Effect.logWarning("This machine's clock and the database's differ; correct the wrong one").pipe(
        Effect.annotateLogs({ clock_offset_ms })
      )
    } else if (wasFarOff) {
      yield* Effect.logInfo("This machine's clock and the database's agree again")
    }
    wasFarOff = farOff
    return clock_offset_ms
  })
}

/** Compares the clocks every half minute while its scope is open. */
export const ClockAlarm = Layer.effectDiscard(
  Effect.gen(function* () {
    const compare = makeClockAlarm(clockOffset)
    const watch = Effect.andThen(compare, Effect.sleep("30 seconds"))
    yield* Effect.forkScoped(supervised("The watch over the clock", watch, { turnsWithin: A_MINUTE }))
  })
)
