import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Moments } from "../../platform/time/BusinessClock.ts"
import { isPast } from "../../platform/time/due.ts"

/** How long personal data is kept after a session has ended (D-retention); the tax file number is destroyed earlier. */
export const KEPT_FOR = { days: 90 }
/** How long the record of a choice is kept where the partner wants it: employers must keep theirs for five years. */
export const CHOICE_KEPT_FOR = { years: 5 }

type Id = { readonly id: S.OnboardingSessionId }

/** The sessions that a timer has to check: up to `limit` beyond an id, in the order of their ids. */
export const deadlinesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // In the words of the indexes (migration 0007).
  const unconfirmed = sql.literal("s.confirmed_at IS NULL AND s.ended_at IS NULL")

  /** The moment in the column has passed, for a session `s` of a product `p`. */
  const past = (column: string, at: Moments) => isPast(sql, column, "p.sandboxed", at)

  return {
    /** Sessions whose confirmation is overdue. */
    overdue: (at: Moments, after: string, limit: number) =>
      sql<Id>`SELECT s.id FROM onboarding_sessions s JOIN products p ON p.id = s.product_id
        WHERE ${past("s.expires_at", at)} AND ${unconfirmed} AND s.id > ${after}
        ORDER BY s.id LIMIT ${limit}`,

    /** Sessions without activity of the employee since `since`, in products whose policy falls back on a fund. */
    abandonedSince: (since: Moments, at: Moments, after: string, limit: number) =>
      sql<Id>`SELECT s.id FROM onboarding_sessions s JOIN products p ON p.id = s.product_id
        WHERE p.abandonment_policy = 'staple_then_default' AND NOT ${past("s.expires_at", at)}
          AND ${past("s.inserted_at", since)} AND ${past("coalesce(s.last_activity_at, s.inserted_at)", since)}
          AND ${unconfirmed} AND s.id > ${after}
        ORDER BY s.id LIMIT ${limit}`,

    /** Whether the policy of the session's product falls back on a fund. */
    fallsBack: (id: S.OnboardingSessionId) =>
      Effect.map(
        sql`SELECT 1 FROM onboarding_sessions s JOIN products p ON p.id = s.product_id
          WHERE s.id = ${id} AND p.abandonment_policy = 'staple_then_default'`,
        (rows) => rows.length > 0
      ),

    /**
     * Sessions that have waited since `since` or longer for their completion, or for the first outcome at the fund that
     * they fell back on. A registration that is retried after the session ended has no such limit.
     */
    waitingSince: (since: Moments, after: string, limit: number) =>
      sql<Id>`SELECT s.id FROM onboarding_sessions s JOIN products p ON p.id = s.product_id
        WHERE ((s.ended_at IS NULL AND ${past("s.confirmed_at", since)})
            OR (${past("s.abandoned_at", since)} AND s.erased_at IS NULL AND EXISTS (SELECT FROM super_selections x
              WHERE x.session_id = s.id AND x.progress_state = 'registering' AND x.outcome = 'incomplete')))
          AND s.id > ${after}
        ORDER BY s.id LIMIT ${limit}`,

    /**
     * Sessions that ended before `since`, or, where their partner keeps choice records, were completed before
     * `choiceSince`.
     */
    stillPersonal: (since: Moments, choiceSince: Moments, after: string, limit: number) =>
      sql<Id>`SELECT s.id FROM onboarding_sessions s
        JOIN products p ON p.id = s.product_id JOIN partners pa ON pa.id = p.partner_id
        WHERE s.erased_at IS NULL AND ${past("s.ended_at", since)}
          AND (s.state <> 'completed' OR NOT pa.choice_records_kept OR ${past("s.ended_at", choiceSince)})
          AND s.id > ${after}
        ORDER BY s.id LIMIT ${limit}`
  }
})
