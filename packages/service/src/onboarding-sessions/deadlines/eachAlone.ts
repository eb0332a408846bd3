import type * as S from "@embedded-super/contracts/schemas"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { now } from "../../platform/time/timestamp.ts"
import { deadlinesRepo } from "./deadlinesRepo.ts"

/** For how long a timer leaves a session alone that it failed on. */
const HELD_FOR = Duration.toMillis(Duration.hours(1))

/** A database that is away, or busy, is nobody's own failure: the next sweep tries everybody again. */
const isEverybodys = (cause: Cause.Cause<SqlError>) =>
  Cause.hasInterrupts(cause) ||
  cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error.isRetryable)

/**
 * Makes a sweep of what it does to one session. Each session is handled alone: one that fails (because its details can't
 * be opened, say) is logged by its id, left alone for an hour, and stops no other. Answers how many were handled.
 */
export const eachAlone = Effect.gen(function* () {
  const repo = yield* deadlinesRepo

  return (
    what: string,
    sessions: ReadonlyArray<{ readonly id: S.OnboardingSessionId }>,
    handle: (id: S.OnboardingSessionId) => Effect.Effect<void, SqlError>
  ): Effect.Effect<number, SqlError> =>
    Effect.map(
      Effect.forEach(sessions, ({ id }) =>
        handle(id).pipe(
          Effect.as(1),
          Effect.catchCause((cause) =>
            isEverybodys(cause)
              ? Effect.failCause(cause)
              : Effect.logError(`A session could not be ${what}, and is tried again in an hour`, cause).pipe(
                  Effect.annotateLogs({ session_id: id }),
                  Effect.andThen(now),
                  Effect.flatMap((at) => repo.hold(id, new Date(at.getTime() + HELD_FOR))),
                  Effect.as(0)
                )
          )
        )
      ),
      (handled) => handled.reduce((sum, one) => sum + one, 0)
    )
})
