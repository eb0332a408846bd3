import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * How far business time is ahead, in milliseconds, as SQL, for a row that is `simulated` (SQL, not a value). For a row that
 * has it, `nowAhead` computes the time without a further statement.
 */
export const aheadOf = (simulated: string): string =>
  `CASE WHEN ${simulated} THEN (extract(epoch FROM clock_ahead()) * 1000)::float8 ELSE 0 END`

/** The business time of a row that carries how far its time is ahead. */
export const nowAhead = (ahead: number): Effect.Effect<Date> =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date(now + ahead))
