import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { clockRepo } from "./ClockRepo.ts"

/**
 * How far the database's clock may be from this machine's. What is due, and what webhooks are signed with, goes by the
 * database's, so nothing breaks beyond it; but one of the two is wrong, and whoever runs them wants to know.
 */
export const CLOCK_TOLERANCE = Duration.seconds(5)

/** The database's clock minus this machine's, in whole milliseconds. What the question itself took is allowed for. */
export const clockOffset = Effect.gen(function* () {
  const clock = yield* clockRepo
  const asked = yield* Clock.currentTimeMillis
  const now = yield* clock.now
  const answered = yield* Clock.currentTimeMillis
  return Math.round((now ?? answered) - (asked + answered) / 2)
})

/** Whether a clock is so far off that somebody must look at it. */
export const isFarOff = (offset: number): boolean => Math.abs(offset) > Duration.toMillis(CLOCK_TOLERANCE)
