/**
 * Deadlines: expires sessions that aren't confirmed within 30 days, and completes those that have waited five days for
 * their fund or their form. `DeadlinesRepo` finds the sessions, also for `abandonment/` and `retention/`.
 *
 * The trap: a sweep reads ids without locks, so each session is checked again once it is locked. The employee may have
 * confirmed in between.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { sweep } from "../../platform/jobs/supervised.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { before } from "../../platform/time/due.ts"
import { isOverdue } from "../sessionTimes.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { sessionsRepo } from "../SessionsRepo.ts"
import { deadlinesRepo } from "./DeadlinesRepo.ts"

/** A session waits for its fund and its choice form for at most this long (D-pending-completion). */
const LONGEST_WAIT = { days: 5 }

/**
 * The timed sweeps over sessions. Every sweep takes one session at a time; a failure at one doesn't stop the others.
 */
export class SessionDeadlines extends Context.Service<
  SessionDeadlines,
  {
    /** Expires sessions that weren't confirmed in time. Returns how many. */
    readonly expireOverdue: Effect.Effect<number, SqlError>
    /** Completes sessions that have waited for five days. Returns how many. */
    readonly completeUnanswered: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/SessionDeadlines") {
  static readonly layer = Layer.effect(
    SessionDeadlines,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const sessions = yield* sessionsRepo
      const deadlines = yield* deadlinesRepo
      const changes = yield* sessionChanges
      const outcomes = yield* SessionOutcomes

      const expire = Effect.fnUntraced(
        function* (id: S.OnboardingSessionId) {
          const session = yield* sessions.lockHead(id)
          if (session === undefined) return
          const at = yield* clock.now(session.sandboxed)
          // Meanwhile the employee may have confirmed, or a newer session may have replaced this one.
          if (!isOverdue(session, at)) return
          yield* changes.apply(session, ["expired"], {}, at)
        },
        sql.withTransaction,
        Effect.catchTag(["NotNow", "NoFurtherWebhooks"], Effect.die)
      )

      const expireOverdue = Effect.flatMap(clock.moments, (moments) =>
        sweep("An overdue session", (after, limit) => deadlines.overdue(moments, after, limit), expire)
      ).pipe(Effect.withSpan("SessionDeadlines.expireOverdue"))

      const completeUnanswered = Effect.flatMap(clock.moments, (moments) => {
        const since = before(moments, LONGEST_WAIT)
        return sweep(
          "A session that waits",
          (after, limit) => deadlines.waitingSince(since, after, limit),
          outcomes.stopWaiting
        )
      }).pipe(Effect.withSpan("SessionDeadlines.completeUnanswered"))

      return SessionDeadlines.of({ expireOverdue, completeUnanswered })
    })
  )
}
