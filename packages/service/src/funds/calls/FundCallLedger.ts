import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { MadeCall } from "../client/FundCall.ts"
import { IS_CALLABLE, IS_UNTRIED } from "../client/gate/FundGatesRepo.ts"
import { businessNow, type FundRow, fundsRepo, type StoredFund } from "../FundsRepo.ts"
import type { DurableOperationName } from "./DurableOperations.ts"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import { hasRow } from "../../platform/database/rows.ts"
import { CALL_LEASE, UNPREPARED } from "./FundCallsRepo.ts"
import type { NextStep, Spent } from "./retryRules.ts"

/** A call whose lease this worker holds. `owner` is the lease token. */
export interface ClaimedCall {
  readonly id: string
  readonly operation: DurableOperationName
  readonly productId: S.ProductId
  /** The subject of the call: an onboarding session, or employer details. */
  readonly subjectId: string
  /** Of the product that a registration joins; null for employer details. */
  readonly usi: S.Usi | null
  readonly owner: string
  readonly fund: StoredFund
  readonly spent: Spent
  /** How many attempts began so far. */
  readonly attempts: number
  /** Stays the same for every attempt. */
  readonly idempotencyKey: string
  /** An attempt that began and has no outcome: its process died, and its answer is lost. */
  readonly lostAttempt: string | null
  /** The trace that the call continues. */
  readonly traceparent: string | null
}

type Row = FundRow & Omit<ClaimedCall, "id" | "fund" | "spent"> & Spent & { readonly callId: string }

/** The `woken_at` of a due call that was skipped for lack of a free slot, or because its fund was held. */
const PASSED_OVER = "timestamptz 'epoch'"

/** Why a call waits that the last process couldn't prepare, and how long until the next tries it. */
const UNPREPARED_WORDS = {
  unreadable:
    "The last process that tried it can't read its data: it is older than the data, its master key file lacks a key, or the " +
    "data was altered. Its log says which. A process that can read it makes the call.",
  defect:
    "A mistake in the service keeps the last process that tried it from preparing it. Its log has the details: report them."
} as const
const UNPREPARED_SECONDS = 60

/**
 * The ledger of every durable call to a fund (member registration, employer details by POST): its due time, its spent
 * allowances, the holder of its lease, and its attempts. due_at and woken_at are business time of the fund; leases end
 * by true time.
 *
 * Two guards keep a call from being made twice at once: the lease, which decides which worker may begin a call, and the
 * attempt, which is written before the call and closed once. A late answer to a closed attempt changes nothing.
 */
export const fundCallLedger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { isFree } = yield* Outgoing
  const funds = yield* fundsRepo
  const passedOver = sql.literal(PASSED_OVER)
  const until = sql.literal(CALL_LEASE.until)
  const isCallable = sql.literal(IS_CALLABLE)

  /**
   * Due and free, and its fund may be called: linked, simulated or real like the product, not held, with usable
   * credentials.
   */
  const isReady = (k: "k" | "o") => sql`${sql.literal(k)}.state = 'waiting'
    AND ${sql.literal(k)}.due_at <= business_now(true) AND ${sql.literal(CALL_LEASE.isFree(k))}
    AND EXISTS (
      SELECT FROM fund_links l
      JOIN funds f ON f.id = l.fund_id
      JOIN products p ON p.id = l.product_id AND p.sandboxed = f.simulated
      WHERE l.product_id = ${sql.literal(k)}.product_id AND l.fund_id = ${sql.literal(k)}.fund_id AND l.enabled
        AND ${sql.literal(k)}.due_at <= business_now(f.simulated)
        AND (${sql.literal(k)}.operation <> 'employer_details'
          OR f.profile #>> '{operations,employer_details,delivery}' = 'api')
        AND ${isCallable})`

  /**
   * A call that the fund never refused tries new credentials, or the call with the fewest attempts. Otherwise a
   * call that the fund refuses for its own sake would use up each new version for all calls.
   */
  const isItsTurn = sql`(k.because IS DISTINCT FROM 'credentials'
    OR NOT EXISTS (SELECT FROM funds f WHERE f.id = k.fund_id AND ${sql.literal(IS_UNTRIED)})
    OR NOT EXISTS (SELECT FROM fund_calls o
      WHERE o.fund_id = k.fund_id AND o.attempts < k.attempts AND ${isReady("o")}))`

  /** Newer employer details wait until an earlier version has ended that was superseded during its call. */
  const isAlone = sql`NOT EXISTS (SELECT FROM fund_calls e
    WHERE e.details_id = k.details_id AND e.id <> k.id AND e.expires_at > platform_now())`

  const isClaimable = sql`${isReady("k")} AND ${isItsTurn} AND ${isAlone}`

  /** Excludes funds that already use their maximum of slots in this process. */
  const isNotFull = (full: ReadonlyArray<string>, fundId = "k.fund_id") =>
    full.length === 0 ? sql`true` : sql`NOT ${sql.in(fundId, full)}`

  /**
   * Wakes the calls that a query finds. The query asks for the fund first, and looks at no call of one that can't be
   * called. Its ids are collected in an array first: joined with the table, PostgreSQL overrates the query's cost so much
   * that it may read the whole table.
   */
  const wake = (found: ReturnType<typeof isReady>) =>
    Effect.map(
      sql<{ id: string }>`UPDATE fund_calls SET woken_at = business_now(true)
        WHERE id = ANY(ARRAY(${found})) RETURNING id`,
      (rows) => rows.map(({ id }) => id)
    )

  return {
    /** Takes the lease of a call that is due and free. The call's fund must be open to calls and not in `full`. */
    claim: Effect.fn("FundCallLedger.claim")(function* (
      id: string,
      owner: string,
      full: ReadonlyArray<string>
    ) {
      const [row] = yield* sql<Row>`
        UPDATE fund_calls k SET owner = ${owner}, expires_at = ${until} FROM funds called
        WHERE k.id = ${id} AND called.id = k.fund_id AND ${isClaimable} AND ${isNotFull(full)}
        RETURNING ${funds.columnsOf("called")}, k.id AS "callId", k.operation, k.product_id AS "productId", coalesce(k.session_id, k.details_id) AS "subjectId",
          (SELECT p.usi FROM fund_products p WHERE p.id = k.fund_product_id) AS usi,
          k.owner, k.retries, k.refusals, k.uncertain, k.attempts, k.traceparent,
          coalesce(k.idempotency_key, k.id) AS "idempotencyKey",
          (SELECT a.id FROM fund_call_attempts a WHERE a.call_id = k.id AND a.outcome IS NULL) AS "lostAttempt"`
      if (row === undefined) return Option.none()
      const { id: fundId, slug, name, simulated, profile, version, callId, ...call } = row
      const fund = yield* funds.stored({ id: fundId, slug, name, simulated, profile, version })
      const { refusals, retries, uncertain, ...claimed } = call
      return Option.some({ ...claimed, id: callId, fund, spent: { retries, refusals, uncertain } })
    }),

    /** Releases the lease of a call that can't be made now; nothing is spent. */
    release: Effect.fn("FundCallLedger.release")(function* ({ id, owner }: ClaimedCall) {
      yield* sql`UPDATE fund_calls SET owner = NULL, expires_at = NULL, woken_at = ${passedOver}
        WHERE id = ${id} AND owner = ${owner}`
    }),

    /** Marks a due call as skipped for lack of a free slot; the next free slot takes it. Returns the fund id. */
    passOver: Effect.fn("FundCallLedger.passOver")(function* (id: string) {
      const rows = yield* sql<{ fund_id: string }>`UPDATE fund_calls SET woken_at = ${passedOver}
        WHERE id = ${id} AND state = 'waiting' AND due_at <= business_now(true) AND owner IS NULL
        RETURNING fund_id`
      return Option.fromUndefinedOr(rows[0]?.fund_id)
    }),

    /** Returns two more due calls of a fund that were skipped. They count as woken. */
    nextOf: Effect.fn("FundCallLedger.nextOf")((fundId: string) =>
      wake(sql`
        SELECT n.id FROM funds f CROSS JOIN LATERAL (
          SELECT k.id FROM fund_calls k
          WHERE k.fund_id = f.id AND k.woken_at = ${passedOver} AND ${isClaimable}
          ORDER BY k.due_at, k.id LIMIT 2 FOR UPDATE OF k SKIP LOCKED
        ) n
        WHERE f.id = ${fundId} AND ${isCallable}`)
    ),

    /** Records that an attempt begins. Returns false if the lease is lost, or outgoing work is held: then no call may be made. */
    begin: Effect.fn("FundCallLedger.begin")(function* (claimed: ClaimedCall, attemptId: string) {
      const rows = yield* sql`
        WITH held AS (
          UPDATE fund_calls k SET attempts = attempts + 1
          WHERE k.id = ${claimed.id} AND k.owner = ${claimed.owner} AND ${sql.literal(CALL_LEASE.isHeld("k"))} AND ${isFree()}
          RETURNING id, attempts, ${sql.literal(businessNow(claimed.fund))} AS now
        )
        INSERT INTO fund_call_attempts (id, call_id, number, started_at)
        SELECT ${attemptId}, held.id, held.attempts, held.now FROM held RETURNING id`
      return rows.length === 1
    }),

    /** Extends the lease by another 12 seconds. */
    renew: Effect.fn("FundCallLedger.renew")(function* ({ id, owner }: ClaimedCall) {
      yield* sql`UPDATE fund_calls k SET expires_at = ${until}
        WHERE k.id = ${id} AND k.owner = ${owner} AND ${sql.literal(CALL_LEASE.isHeld("k"))}`
    }),

    /**
     * Closes an attempt and records the next step. Returns false if it was already closed. Call it in a transaction.
     */
    record: Effect.fn("FundCallLedger.record")(function* (
      { fund, id, owner }: ClaimedCall,
      attemptId: string,
      made: MadeCall<unknown>,
      next: NextStep
    ) {
      const now = sql.literal(businessNow(fund))
      const state = next.kind === "due" ? "waiting" : next.kind
      const due = sql`${now} + ${next.kind === "due" ? next.afterMillis : 0}::float8 * interval '1 ms'`
      const woken = next.kind === "due" && next.holds ? passedOver : due
      const { outcome, status, took } = made
      const words = wordsOf(outcome)
      const { refusals, retries, uncertain } = next.spent
      /** Newer details replaced the call: only its lease ends. */
      const set = (column: string, value: unknown, type: string) => sql`${sql.literal(column)} = CASE
        WHEN k.state = 'superseded' THEN k.${sql.literal(column)} ELSE (${value})::${sql.literal(type)} END`
      // An answer that arrives after its call was stopped as lost still counts, unless another call was made since. A
      // worker that lost its lease must not release the next worker's lease.
      return yield* hasRow(sql`WITH closed AS (
          UPDATE fund_call_attempts a SET outcome = ${outcome.kind}, status = ${status}, took_ms = ${took}, words = ${words}
          FROM fund_calls c
          WHERE a.id = ${attemptId} AND c.id = a.call_id
            AND ((c.state IN ('waiting', 'superseded') AND a.outcome IS NULL)
              OR (c.state = 'stopped' AND c.because = 'unknown' AND a.outcome = 'unknown' AND a.number = c.attempts))
          RETURNING a.id
        )
        UPDATE fund_calls k SET ${set("state", state, "text")}, ${set("because", outcome.kind, "text")},
          ${set("words", words, "text")}, ${set("due_at", due, "timestamptz")}, ${set("woken_at", woken, "timestamptz")},
          ${set("ended_at", state === "waiting" ? null : now, "timestamptz")}, ${set("retries", retries, "int")},
          ${set("refusals", refusals, "int")}, ${set("uncertain", uncertain, "boolean")},
          owner = CASE WHEN k.owner = ${owner} THEN NULL ELSE k.owner END,
          expires_at = CASE WHEN k.owner = ${owner} THEN NULL ELSE k.expires_at END
        WHERE k.id = ${id} AND EXISTS (SELECT FROM closed) RETURNING k.id`)
    }),

    /**
     * Ends the lease of a call that this process can't prepare. Nothing is spent, and in a minute the next process with a
     * free slot tries it.
     */
    postpone: Effect.fn("FundCallLedger.postpone")(function* (
      { id, owner }: ClaimedCall,
      because: keyof typeof UNPREPARED_WORDS
    ) {
      yield* sql`UPDATE fund_calls k SET because = ${UNPREPARED}, words = ${UNPREPARED_WORDS[because]},
          due_at = business_now(f.simulated) + ${UNPREPARED_SECONDS}::float8 * interval '1 second',
          woken_at = business_now(f.simulated) + ${UNPREPARED_SECONDS}::float8 * interval '1 second',
          owner = NULL, expires_at = NULL
        FROM funds f WHERE f.id = k.fund_id AND k.id = ${id} AND k.owner = ${owner} AND k.state = 'waiting'`
    }),

    /** Stops a call that can't be prepared at all, without an attempt. */
    stop: Effect.fn("FundCallLedger.stop")(function* (
      { fund, id, owner }: ClaimedCall,
      { because, words }: { readonly because: "fault" | "unknown"; readonly words: string }
    ) {
      yield* sql`UPDATE fund_calls SET state = 'stopped', because = ${because}, words = ${words},
        ended_at = ${sql.literal(businessNow(fund))}, owner = NULL, expires_at = NULL
        WHERE id = ${id} AND owner = ${owner} AND state = 'waiting'`
    }),

    /**
     * Returns due calls that were woken `graceSeconds` ago or earlier and that no worker has claimed, at most eight of
     * each fund: the end of each call wakes two more. They count as woken.
     */
    neglected: Effect.fn("FundCallLedger.neglected")((graceSeconds: number, full: ReadonlyArray<string>) =>
      wake(sql`
        SELECT n.id FROM funds f CROSS JOIN LATERAL (
          SELECT k.id FROM fund_calls k
          WHERE k.fund_id = f.id AND ${isClaimable}
            AND k.woken_at <= business_now(true) - ${graceSeconds}::float8 * interval '1 second'
          ORDER BY k.due_at, k.id LIMIT 8 FOR UPDATE OF k SKIP LOCKED
        ) n
        WHERE ${isCallable} AND ${isNotFull(full, "f.id")}`)
    )
  }
})

const wordsOf = (outcome: MadeCall<unknown>["outcome"]): string | null =>
  outcome.words?.slice(0, 2000) ?? null
