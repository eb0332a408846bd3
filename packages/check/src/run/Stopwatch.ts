/**
 * The time that counts for a limit. A check's limit is for the kit's own work: a call to the subject has a limit of its own,
 * and a wait that the subject asked for, such as a few calls a minute, is not the kit's work. So a slow subject gets a verdict,
 * and only a check that hangs is an `error`.
 *
 * The trap: a call that is counted out must end by itself, or its check never does.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Stopwatch {
  /** Milliseconds that count so far. */
  readonly elapsed: Effect.Effect<number>
  /** Counts nothing while this runs. Of several at the same time, the last one ends the pause. */
  readonly pausing: <A, E, R>(during: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Runs from now on. */
export const startStopwatch: Effect.Effect<Stopwatch> = Effect.gen(function* () {
  const startedAt = yield* Clock.currentTimeMillis
  let pauses = 0
  let pausedAt = 0
  let paused = 0
  const begin = Effect.map(Clock.currentTimeMillis, (now) => {
    if (pauses === 0) pausedAt = now
    pauses += 1
  })
  const end = Effect.map(Clock.currentTimeMillis, (now) => {
    pauses -= 1
    if (pauses === 0) paused += now - pausedAt
  })
  return {
    elapsed: Effect.map(Clock.currentTimeMillis, (now) => (pauses > 0 ? pausedAt : now) - startedAt - paused),
    pausing: (during) =>
      Effect.acquireUseRelease(
        begin,
        () => during,
        () => end
      )
  }
})

const none = Context.Reference<Stopwatch | undefined>

/** Of the check that runs in this fiber. */
export const CheckStopwatch = none("conformance/CheckStopwatch", { defaultValue: () => undefined })

/** Of the whole run. */
export const RunStopwatch = none("conformance/RunStopwatch", { defaultValue: () => undefined })

/** A call to the subject, which ends by itself: it counts for the run's limit, not for the check's. */
export const calling = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CheckStopwatch, (check) => check?.pausing(call) ?? call)

/** A wait that the subject or a person asked for: it counts for no limit. */
export const waiting = <A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(RunStopwatch, (run) => run?.pausing(calling(wait)) ?? calling(wait))
