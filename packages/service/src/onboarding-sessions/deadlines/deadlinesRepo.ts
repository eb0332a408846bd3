import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

type Id = { readonly id: S.OnboardingSessionId }

/** Which sessions a timer has to look at. One that a timer failed on is left out until its time to be tried again. */
export const deadlinesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const isFree = (at: Date) => sql`(held_until IS NULL OR held_until <= ${at})`

  return {
    /** Up to `limit` sessions that nobody confirmed in time, the longest overdue first. */
    overdue: (at: Date, limit: number) =>
      sql<Id>`SELECT id FROM onboarding_sessions
        WHERE expires_at <= ${at} AND state NOT IN ('pending_completion', 'completed', 'cancelled', 'expired')
          AND ${isFree(at)}
        ORDER BY expires_at LIMIT ${limit}`,

    /** Up to `limit` sessions that have waited for their fund since `since` or longer, the longest first. */
    waitingSince: (since: Date, at: Date, limit: number) =>
      sql<Id>`SELECT id FROM onboarding_sessions
        WHERE state = 'pending_completion' AND confirmed_at <= ${since} AND ${isFree(at)}
        ORDER BY confirmed_at LIMIT ${limit}`,

    /** Leaves a session alone until then. */
    hold: (id: S.OnboardingSessionId, until: Date) =>
      sql`UPDATE onboarding_sessions SET held_until = ${until} WHERE id = ${id}`
  }
})
