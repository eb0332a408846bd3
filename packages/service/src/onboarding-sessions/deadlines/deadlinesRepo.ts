import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

type Id = { readonly id: S.OnboardingSessionId }

/** Which sessions a timer has to look at: up to `limit` beyond an id, in the order of their ids. */
export const deadlinesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** Nobody confirmed them in time. */
    overdue: (at: Date, after: string, limit: number) =>
      sql<Id>`SELECT id FROM onboarding_sessions
        WHERE expires_at <= ${at} AND state NOT IN ('pending_completion', 'completed', 'cancelled', 'expired')
          AND id > ${after}
        ORDER BY id LIMIT ${limit}`,

    /** They have waited since `since` or longer for what completes them. */
    waitingSince: (since: Date, after: string, limit: number) =>
      sql<Id>`SELECT id FROM onboarding_sessions
        WHERE state = 'pending_completion' AND confirmed_at <= ${since} AND id > ${after}
        ORDER BY id LIMIT ${limit}`,

    /** They ended before `since`, or, where their partner keeps choice records, were completed before `choiceSince`. */
    stillPersonal: (since: Date, choiceSince: Date, after: string, limit: number) =>
      sql<Id>`SELECT s.id FROM onboarding_sessions s
        JOIN products p ON p.id = s.product_id JOIN partners pa ON pa.id = p.partner_id
        WHERE s.erased_at IS NULL AND s.ended_at <= ${since}
          AND (s.state <> 'completed' OR NOT pa.choice_records_kept OR s.ended_at <= ${choiceSince})
          AND s.id > ${after}
        ORDER BY s.id LIMIT ${limit}`
  }
})
