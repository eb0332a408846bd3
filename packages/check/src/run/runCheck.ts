import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { type Check, type Outcome, errorOfKit, notApplicable, notObserved } from "../check/Check.ts"
import { CurrentCheck } from "../exchange/Exchange.ts"
import { CheckStopwatch, RunStopwatch, startStopwatch, type Stopwatch } from "./Stopwatch.ts"

const DEFAULT_LIMIT = "30 seconds"

/** The name of the error, never its message: that may hold a value of the subject. */
const defectOf = (cause: Cause.Cause<never>): Outcome => {
  const error = Cause.squash(cause)
  const name = error instanceof Error ? ` (${error.name})` : ""
  return errorOfKit(`The kit made a mistake in this check${name}. Please report it.`)
}

const tooLong = (limit: number): Outcome =>
  errorOfKit(`The check was not finished after ${limit / 1000} seconds.`)

/** Looks again after this, in milliseconds, while the stopwatch is paused. */
const SHORTEST_LOOK = 100

/** Ends when the counted time is over. */
const over = (stopwatch: Stopwatch, limit: number): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    for (;;) {
      const left = limit - (yield* stopwatch.elapsed)
      if (left <= 0) return tooLong(limit)
      yield* Effect.sleep(Math.max(left, SHORTEST_LOOK))
    }
  })

/** Waits for the outcome, but not for the end of a check that is over its limit: some work can't be interrupted. */
const limited = (running: Effect.Effect<Outcome>, limit: Effect.Effect<Outcome>): Effect.Effect<Outcome> =>
  Effect.flatMap(Effect.forkDetach(running), (fiber) =>
    Effect.raceFirst(
      Fiber.await(fiber).pipe(
        Effect.onInterrupt(() => Effect.sync(() => fiber.interruptUnsafe())),
        Effect.flatMap(
          Exit.match({
            onSuccess: (outcome) => Effect.succeed(outcome),
            onFailure: (cause) => Effect.as(Effect.logDebug(cause), defectOf(cause))
          })
        )
      ),
      limit
    )
  )

export interface Ran {
  readonly outcome: Outcome
  /** Milliseconds. */
  readonly took: number
}

/** A run's time so far, and its limit. */
interface RunTime {
  readonly stopwatch: Stopwatch
  /** Milliseconds. */
  readonly limit: number
}

/** Runs one check to an outcome, whatever happens in it: a defect and a check that never ends are mistakes of the kit. */
export const runCheck = <World>(
  check: Check<World>,
  worldOf: () => World,
  run: RunTime
): Effect.Effect<Ran> =>
  Effect.gen(function* () {
    const begin = yield* Clock.currentTimeMillis
    const stopwatch = yield* startStopwatch
    const limit = Duration.toMillis(Duration.fromInputUnsafe(check.timeLimit ?? DEFAULT_LIMIT))
    const left = run.limit - (yield* run.stopwatch.elapsed)
    const running = Effect.suspend((): Effect.Effect<Outcome> => {
      const world = worldOf()
      const applies = check.appliesTo?.(world) ?? true
      if (applies !== true) return Effect.succeed(notApplicable(applies))
      const lacking = check.lacks?.(world)
      return lacking === undefined ? Effect.scoped(check.run(world)) : Effect.succeed(notObserved(lacking))
    })
    const outcome = yield* limited(
      running.pipe(
        Effect.provideService(CurrentCheck, check.id),
        Effect.provideService(CheckStopwatch, stopwatch),
        Effect.provideService(RunStopwatch, run.stopwatch)
      ),
      Effect.raceFirst(over(stopwatch, limit), Effect.as(over(run.stopwatch, run.limit), tooLong(left)))
    )
    return { outcome, took: (yield* Clock.currentTimeMillis) - begin }
  })
