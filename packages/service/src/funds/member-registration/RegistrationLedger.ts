import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { MadeCall } from "../client/CallOutcome.ts"
import { fundsRepo, type StoredFund } from "../FundsRepo.ts"
import { isHeld, isUntried } from "../client/gate/FundGates.ts"
import { usable } from "../usableCredentials.ts"
import type { NextStep, Spent } from "./retryRules.ts"

/** A lease that isn't renewed ends after this many seconds by the database's clock. */
export const LEASE_SECONDS = 12

/** A registration that one worker has in hand. `owner` names this one hold of it. */
export interface ClaimedRegistration {
  readonly id: S.MemberRegistrationId
  readonly productId: S.ProductId
  readonly sessionId: S.OnboardingSessionId
  readonly owner: string
  readonly fund: StoredFund
  readonly spent: Spent
  /** The same over every try. */
  readonly idempotencyKey: string
  /** A call that was begun and never written down: its process died, and its answer is lost. */
  readonly lostAttempt: string | null
}

interface Row {
  readonly idempotency_key: string
  readonly id: S.MemberRegistrationId
  readonly product_id: S.ProductId
  readonly session_id: S.OnboardingSessionId
  readonly fund_id: S.FundId
  readonly retries: number
  readonly waits: number
  readonly waited_seconds: number
  readonly refusals: number
  readonly uncertain: boolean
  readonly lost_attempt: string | null
}

/**
 * The registrations' own table: what is to be done, and what came of it. Every time is the database's.
 *
 * Two things keep a registration from being called twice at once: the lease, which says who may begin a call, and the
 * attempt, which is written down before the call and closed once; a late answer to a closed attempt counts for nothing.
 */
export class RegistrationLedger extends Context.Service<
  RegistrationLedger,
  {
    /** Takes a registration in hand that is due, that nobody holds, and whose fund may be called and isn't `full`. */
    readonly claim: (
      id: string,
      owner: string,
      full: ReadonlyArray<string>
    ) => Effect.Effect<Option.Option<ClaimedRegistration>, SqlError>
    /** Lets a registration go that can't be made just now; nothing is spent. */
    readonly release: (claimed: ClaimedRegistration) => Effect.Effect<void, SqlError>
    /** Its wake-up came, and nobody took it: whoever has a hand free next will. Answers its fund. */
    readonly passOver: (id: string) => Effect.Effect<Option.Option<string>, SqlError>
    /** Two more of a fund that are due and were passed over. They count as woken. */
    readonly nextOf: (fundId: string) => Effect.Effect<ReadonlyArray<string>, SqlError>
    /** Writes down that a call begins now. False if the lease is lost: then no call may be made. */
    readonly begin: (claimed: ClaimedRegistration, attemptId: string) => Effect.Effect<boolean, SqlError>
    /** Holds the lease for another 12 seconds. */
    readonly renew: (claimed: ClaimedRegistration) => Effect.Effect<void, SqlError>
    /** Closes an attempt, with what follows from it. False if it was closed before. Call it in a transaction. */
    readonly record: (
      claimed: ClaimedRegistration,
      attemptId: string,
      made: MadeCall<unknown>,
      next: NextStep
    ) => Effect.Effect<boolean, SqlError>
    /** Sets a registration aside that can't be made as things are, without a call. */
    readonly park: (claimed: ClaimedRegistration, words: string) => Effect.Effect<void, SqlError>
    /** Registrations whose wake-up came `graceSeconds` ago or earlier and that nobody took, 100 at most. They count as woken. */
    readonly neglected: (
      graceSeconds: number,
      full: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, SqlError>
  }
>()("@embedded-super/service/funds/member-registration/RegistrationLedger") {
  static readonly layer = Layer.effect(
    RegistrationLedger,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const funds = yield* fundsRepo
      const PASSED_OVER = sql.literal("timestamptz 'epoch'")
      const until = sql.literal(`platform_now() + interval '${LEASE_SECONDS} seconds'`)

      /** Due, held by nobody, and its fund may be called: linked, of the right kind, with credentials that it takes. */
      const isReady = (
        r: "r" | "o"
      ) => sql`${sql.literal(r)}.state = 'waiting' AND ${sql.literal(r)}.due_at <= platform_now()
        AND (${sql.literal(r)}.owner IS NULL OR ${sql.literal(r)}.expires_at <= platform_now())
        AND EXISTS (
          SELECT FROM fund_links l
          JOIN funds f ON f.id = l.fund_id
          JOIN products p ON p.id = l.product_id AND p.sandboxed = f.simulated
          WHERE l.product_id = ${sql.literal(r)}.product_id AND l.fund_id = ${sql.literal(r)}.fund_id
            AND l.enabled AND NOT ${isHeld(sql)}
            AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id AND ${usable(sql)}))`

      /**
       * New credentials are tried by a registration that the fund never refused, or by the one with the fewest calls:
       * one that a fund refuses by itself, whatever the credentials, can't spoil each new version for all.
       */
      const isItsTurn = sql`(r.because IS DISTINCT FROM 'credentials'
        OR NOT EXISTS (SELECT FROM funds f WHERE f.id = r.fund_id AND ${isUntried(sql)})
        OR NOT EXISTS (SELECT FROM member_registrations o
          WHERE o.fund_id = r.fund_id AND o.attempts < r.attempts AND ${isReady("o")}))`

      const isClaimable = sql`${isReady("r")} AND ${isItsTurn}`

      /** Funds that have as many of this process's hands as they may. */
      const isNotFull = (full: ReadonlyArray<string>) =>
        full.length === 0 ? sql`true` : sql`NOT ${sql.in("r.fund_id", full)}`

      const claim = Effect.fn("RegistrationLedger.claim")(function* (
        id: string,
        owner: string,
        full: ReadonlyArray<string>
      ) {
        const [row] = yield* sql<Row>`
          UPDATE member_registrations r SET owner = ${owner}, expires_at = ${until}
          WHERE r.id = ${id} AND ${isClaimable} AND ${isNotFull(full)}
          RETURNING r.id, r.product_id, r.session_id, r.fund_id, r.retries, r.waits, r.waited_seconds, r.refusals, r.uncertain, coalesce(r.idempotency_key, r.id) AS idempotency_key,
            (SELECT a.id FROM member_registration_attempts a
              WHERE a.registration_id = r.id AND a.outcome IS NULL) AS lost_attempt`
        if (row === undefined) return Option.none()
        const { refusals, retries, uncertain, waits, waited_seconds: waitedSeconds } = row
        return Option.some({
          id: row.id,
          productId: row.product_id,
          sessionId: row.session_id,
          owner,
          fund: Option.getOrThrow(yield* funds.find(row.fund_id)),
          idempotencyKey: row.idempotency_key,
          spent: { retries, waits, waitedSeconds, refusals, uncertain },
          lostAttempt: row.lost_attempt
        })
      })

      const begin = Effect.fn("RegistrationLedger.begin")(function* (
        claimed: ClaimedRegistration,
        attemptId: string
      ) {
        const rows = yield* sql`
          WITH held AS (
            UPDATE member_registrations SET attempts = attempts + 1
            WHERE id = ${claimed.id} AND owner = ${claimed.owner} AND expires_at > platform_now()
            RETURNING id, attempts
          )
          INSERT INTO member_registration_attempts (id, registration_id, number, started_at)
          SELECT ${attemptId}, held.id, held.attempts, platform_now() FROM held RETURNING id`
        return rows.length === 1
      })

      const renew = Effect.fn("RegistrationLedger.renew")(function* ({ id, owner }: ClaimedRegistration) {
        yield* sql`UPDATE member_registrations SET expires_at = ${until}
          WHERE id = ${id} AND owner = ${owner} AND expires_at > platform_now()`
      })

      /** An answer that comes after its registration was parked as lost is welcome, as long as nobody called again. */
      const close = (attemptId: string, { outcome, status, took }: MadeCall<unknown>) => sql`
        UPDATE member_registration_attempts a SET outcome = ${outcome.kind}, status = ${status}, took_ms = ${took},
          words = ${wordsOf(outcome)}
        FROM member_registrations r
        WHERE a.id = ${attemptId} AND r.id = a.registration_id AND r.state = 'waiting'
          AND (a.outcome IS NULL OR (a.outcome = 'unknown' AND r.parked AND a.number = r.attempts))
        RETURNING a.id`

      const record = Effect.fn("RegistrationLedger.record")(function* (
        { id }: ClaimedRegistration,
        attemptId: string,
        made: MadeCall<unknown>,
        { spent, ...next }: NextStep
      ) {
        const closed = yield* close(attemptId, made)
        if (closed.length === 0) return false
        const state = next.kind === "registered" || next.kind === "failed" ? next.kind : "waiting"
        const afterMillis = next.kind === "due" ? next.afterMillis : null
        const isParked = next.kind === "parked" || (next.kind === "due" && next.parked)
        const due = sql`platform_now() + ${afterMillis}::float8 * interval '1 ms'`
        yield* sql`UPDATE member_registrations SET state = ${state}, because = ${made.outcome.kind},
          words = ${wordsOf(made.outcome)}, parked = ${isParked}, due_at = ${due},
          woken_at = coalesce(${due}, platform_now()), retries = ${spent.retries}, waits = ${spent.waits},
          waited_seconds = ${spent.waitedSeconds}, refusals = ${spent.refusals}, uncertain = ${spent.uncertain}, owner = NULL, expires_at = NULL,
          settled_at = CASE WHEN ${state} = 'waiting' THEN NULL ELSE platform_now() END
          WHERE id = ${id}`
        return true
      })

      const park = Effect.fn("RegistrationLedger.park")(function* (
        claimed: ClaimedRegistration,
        words: string
      ) {
        yield* sql`UPDATE member_registrations SET because = 'fault', words = ${words}, parked = true, due_at = NULL,
          owner = NULL, expires_at = NULL WHERE id = ${claimed.id} AND owner = ${claimed.owner}`
      })

      const release = Effect.fn("RegistrationLedger.release")(function* ({ id, owner }: ClaimedRegistration) {
        yield* sql`UPDATE member_registrations SET owner = NULL, expires_at = NULL, woken_at = ${PASSED_OVER}
          WHERE id = ${id} AND owner = ${owner}`
      })

      const passOver = Effect.fn("RegistrationLedger.passOver")(function* (id: string) {
        const rows = yield* sql<{ fund_id: string }>`UPDATE member_registrations SET woken_at = ${PASSED_OVER}
          WHERE id = ${id} AND state = 'waiting' AND due_at <= platform_now() AND owner IS NULL
          RETURNING fund_id`
        return Option.fromUndefinedOr(rows[0]?.fund_id)
      })

      const nextOf = Effect.fn("RegistrationLedger.nextOf")(function* (fundId: string) {
        const rows = yield* sql<{ id: string }>`
          UPDATE member_registrations SET woken_at = platform_now() WHERE id IN (
            SELECT r.id FROM member_registrations r
            WHERE r.fund_id = ${fundId} AND r.woken_at = ${PASSED_OVER} AND ${isClaimable}
            ORDER BY r.due_at LIMIT 2 FOR UPDATE OF r SKIP LOCKED
          ) RETURNING id`
        return rows.map(({ id }) => id)
      })

      const neglected = Effect.fn("RegistrationLedger.neglected")(function* (
        graceSeconds: number,
        full: ReadonlyArray<string>
      ) {
        const rows = yield* sql<{ id: string }>`
          UPDATE member_registrations SET woken_at = platform_now() WHERE id IN (
            SELECT r.id FROM member_registrations r
            WHERE ${isClaimable} AND ${isNotFull(full)} AND r.woken_at <= platform_now() - ${graceSeconds}::float8 * interval '1 second'
            ORDER BY r.due_at LIMIT 100 FOR UPDATE OF r SKIP LOCKED
          ) RETURNING id`
        return rows.map(({ id }) => id)
      })

      return RegistrationLedger.of({
        claim,
        release,
        passOver,
        nextOf,
        begin,
        renew,
        record,
        park,
        neglected
      })
    })
  )
}

const wordsOf = (outcome: MadeCall<unknown>["outcome"]): string | null =>
  outcome.kind === "accepted" ? null : outcome.words.slice(0, 2000)
