import { waiting } from "@embedded-super/conformance/run/Stopwatch"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

const MINUTE = 60_000

export interface PaceLimits {
  readonly perMinute: number | undefined
  readonly atOnce: number
  /** Milliseconds between the beginnings of two calls. */
  readonly apart: number
}

/**
 * Keeps calls within what the fund allows. A call that would be too many in a minute waits until it isn't; no check's time
 * passes meanwhile. What is in the call, such as a token that expires, is made after the wait.
 */
export const makePace = ({ apart, atOnce, perMinute }: PaceLimits) => {
  const permits = Semaphore.makeUnsafe(atOnce)
  const begun: Array<number> = []
  let last = -Infinity

  const wait = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    while (begun.length > 0 && begun[0]! <= now - MINUTE) begun.shift()
    const free =
      perMinute === undefined || begun.length < perMinute ? now : begun[begun.length - perMinute]! + MINUTE
    const at = Math.max(now, free, last + apart)
    last = at
    if (perMinute !== undefined) begun.push(at)
    if (at > now) yield* Effect.sleep(at - now)
  })

  return <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        restore(waiting(permits.take(1))),
        Effect.ensuring(restore(Effect.andThen(waiting(wait), call)), permits.release(1))
      )
    )
}
