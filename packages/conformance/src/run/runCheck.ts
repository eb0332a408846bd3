import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { Check, Outcome } from "../check/Check.ts"
import { errorOfKit, notApplicable } from "../check/outcomes.ts"
import { CurrentCheck } from "../exchange/Exchanges.ts"

const DEFAULT_LIMIT = "30 seconds"

/** The name of the error, never its message: that may hold a value of the subject. */
const defectOf = (cause: Cause.Cause<never>): Outcome => {
  const error = Cause.squash(cause)
  const name = error instanceof Error ? ` (${error.name})` : ""
  return errorOfKit(`The kit made a mistake in this check${name}. Please report it.`)
}

const tooLong = (limit: Duration.Duration): Outcome =>
  errorOfKit(`The check was not finished after ${Duration.toSeconds(limit)} seconds.`)

/** Waits for the outcome, but not for the end of a check that is over its limit: some work can't be interrupted. */
const limited = (running: Effect.Effect<Outcome>, limit: Duration.Duration): Effect.Effect<Outcome> =>
  Effect.flatMap(Effect.forkDetach(running), (fiber) =>
    Fiber.await(fiber).pipe(
      Effect.onInterrupt(() => Effect.sync(() => fiber.interruptUnsafe())),
      Effect.flatMap(
        Exit.match({
          onSuccess: (outcome) => Effect.succeed(outcome),
          onFailure: (cause) => Effect.as(Effect.logDebug(cause), defectOf(cause))
        })
      ),
      Effect.timeoutOrElse({ duration: limit, orElse: () => Effect.succeed(tooLong(limit)) })
    )
  )

export interface Ran {
  readonly outcome: Outcome
  /** Milliseconds. */
  readonly took: number
}

/** Runs one check to an outcome, whatever happens in it: a defect and a check that never ends are mistakes of the kit. */
export const runCheck = <World>(
  check: Check<World>,
  worldOf: () => World,
  longest: Duration.Duration
): Effect.Effect<Ran> =>
  Effect.gen(function* () {
    const begin = yield* Clock.currentTimeMillis
    const running = Effect.suspend((): Effect.Effect<Outcome> => {
      const world = worldOf()
      const applies = check.appliesTo?.(world) ?? true
      return applies === true ? Effect.scoped(check.run(world)) : Effect.succeed(notApplicable(applies))
    })
    const outcome = yield* limited(
      Effect.provideService(running, CurrentCheck, check.id),
      Duration.min(Duration.fromInputUnsafe(check.timeLimit ?? DEFAULT_LIMIT), longest)
    )
    return { outcome, took: (yield* Clock.currentTimeMillis) - begin }
  })
