import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { supervised } from "../jobs/supervised.ts"
import { clockOffset, isFarOff } from "./clockOffset.ts"

/** Compares the two clocks once, and says so when they have parted (each time) or agree again (once). */
export const makeClockAlarm = Effect.sync(() => {
  let wasFarOff = false
  return Effect.gen(function* () {
    const clock_offset_ms = yield* clockOffset
    const farOff = isFarOff(clock_offset_ms)
    if (farOff) {
      yield* Effect.logWarning(
        "This machine's clock and the database's differ; set the wrong one right"
      ).pipe(Effect.annotateLogs({ clock_offset_ms }))
    } else if (wasFarOff) {
      yield* Effect.logInfo("This machine's clock and the database's agree again")
    }
    wasFarOff = farOff
    return clock_offset_ms
  })
})

/** Watches the clocks, every half minute while its scope is open. */
export const ClockAlarm = Layer.effectDiscard(
  Effect.gen(function* () {
    const compare = yield* makeClockAlarm
    const watch = Effect.andThen(compare, Effect.sleep("30 seconds"))
    yield* Effect.forkScoped(supervised("The watch over the clock", watch))
  })
)
