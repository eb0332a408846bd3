import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { businessNow, fundsRepo, type StoredFund } from "./FundsRepo.ts"

/** Distinct breaches kept for each fund; the oldest are dropped. */
const KEPT = 100

/** One way in which a fund's answers broke the contract. */
export interface FundBreach {
  readonly operation: string
  /** Can be sent to the fund. */
  readonly words: string
  readonly times: number
  readonly first_at: Date
  readonly last_at: Date
  /** The X-Request-Id of the last of these calls. */
  readonly last_request_id: string | null
}

/**
 * How funds' answers broke the contract. The words can be sent to the fund: they hold no data of an employer or a
 * person.
 */
export const fundBreachLedger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const funds = yield* fundsRepo

  return {
    /** Records a breach at employer lookup. Breaches of other operations are stored with their calls. */
    noteLookup: Effect.fn("FundBreachLedger.noteLookup")(function* (
      fund: StoredFund,
      words: string,
      requestId: string | null
    ) {
      const now = sql.literal(businessNow(fund))
      const [kept] = yield* sql<{ times: number }>`INSERT INTO fund_lookup_breaches AS b
        (fund_id, words, first_at, last_at, last_request_id)
      VALUES (${fund.id}, ${words}, ${now}, ${now}, ${requestId}::uuid)
      ON CONFLICT (fund_id, words) DO UPDATE SET times = b.times + 1, last_at = excluded.last_at,
        last_request_id = excluded.last_request_id
      RETURNING times`
      if (kept?.times !== 1) return
      yield* sql`DELETE FROM fund_lookup_breaches WHERE fund_id = ${fund.id} AND words IN (
        SELECT words FROM fund_lookup_breaches WHERE fund_id = ${fund.id} ORDER BY last_at DESC OFFSET ${KEPT})`
    }),

    /** A fund's breaches at all operations, newest first. */
    list: Effect.fn("FundBreachLedger.list")(function* (slug: string) {
      const fund = yield* funds.named(slug)
      return yield* sql<FundBreach>`
        SELECT 'employer_lookup' AS operation, words, times, first_at, last_at, last_request_id
        FROM fund_lookup_breaches WHERE fund_id = ${fund.id}
        UNION ALL
        SELECT k.operation, a.words, count(*)::int, min(a.started_at), max(a.started_at),
          (array_agg(a.id ORDER BY a.started_at DESC))[1]
        FROM fund_call_attempts a JOIN fund_calls k ON k.id = a.call_id
        WHERE k.fund_id = ${fund.id} AND a.outcome IN ('unreadable', 'contract_violation', 'accepted')
          AND a.words IS NOT NULL
        GROUP BY k.operation, a.words
        ORDER BY last_at DESC LIMIT ${KEPT}`
    })
  }
})
