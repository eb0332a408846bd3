import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isSqlError } from "effect/sql/SqlError"

/** Retries a write for half a minute while a database restart or a lock prevents it. */
export const outlasting = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(effect, {
    schedule: Schedule.spaced("500 millis"),
    times: 60,
    while: (error) => isSqlError(error) && error.isRetryable
  })
