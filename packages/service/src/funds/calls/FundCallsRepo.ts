import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { registrationKey } from "../../platform/ids/derivedId.ts"
import { firstRow, hasRow } from "../../platform/database/rows.ts"
import { HAS_CREDENTIALS } from "../FundCredentialsRepo.ts"
import { HELD_UNTIL } from "../FundsRepo.ts"
import type { DurableOperationName } from "./DurableOperations.ts"
import { lease } from "../../platform/jobs/lease.ts"
import type { tracesToStore } from "../../platform/telemetry/traces.ts"

/** The lease of a durable call. Its worker renews it every few seconds. */
export const CALL_LEASE = lease("12 seconds")

/** The `because` of a waiting call that the last process couldn't prepare. */
export const UNPREPARED = "unprepared"

/** The subject of a new call. */
export type NewCall =
  | {
      readonly operation: "member_registration"
      readonly productId: S.ProductId
      readonly sessionId: S.OnboardingSessionId
      readonly fundProductId: S.FundProductId
    }
  | {
      readonly operation: "employer_details"
      readonly productId: S.ProductId
      readonly detailsId: string
      readonly version: number
      readonly fundId: S.FundId
    }

/** The facts that decide whether a call can be retried. */
export interface EndedCall {
  readonly state: "waiting" | "done" | "stopped" | "superseded"
  readonly because: string | null
  readonly uncertain: boolean
  readonly idempotency: S.FundProfile["idempotency"] | null
}

/** A call as operators see it: no data of the person. */
export interface ListedCall extends EndedCall {
  readonly id: string
  /** The Idempotency-Key of its attempts, by which the fund knows the call. */
  readonly idempotency_key: string
  readonly operation: DurableOperationName
  readonly product_id: S.ProductId
  readonly subject_id: string
  readonly fund_id: S.FundId
  readonly fund: S.Slug
  /** How the fund now receives employer details. */
  readonly delivery: "api" | "sftp" | null
  readonly words: string | null
  readonly attempts: number
  readonly due_at: Date
  readonly requested_at: Date
  readonly ended_at: Date | null
  /** A worker is making the call now. */
  readonly under_way: boolean
  /** Why the call waits, apart from its due time. */
  readonly waits_for: "hold" | "credentials" | "link" | "file" | "profile" | "preparation" | null
  /** When the fund's hold ends. */
  readonly held_until: string | null
  readonly held_because: string | null
}

/** An attempt at a call. */
export interface ListedAttempt {
  readonly number: number
  readonly started_at: Date
  /** Null while the attempt is under way. */
  readonly outcome: string | null
  readonly status: number | null
  /** Milliseconds. */
  readonly took_ms: number | null
  /** Can be sent to the fund. */
  readonly words: string | null
  /** The X-Request-Id, by which the fund finds the call in its own logs. */
  readonly id: string
}

/** A registration of a real fund's member that has brought no member number yet. */
export interface WithoutNumber {
  readonly session_id: S.OnboardingSessionId
  readonly product_id: S.ProductId
  readonly partner: S.Slug
  readonly fund: S.Slug
  readonly call_id: string
  readonly idempotency_key: string
  readonly state: "waiting" | "stopped"
  readonly because: string | null
  readonly confirmed_at: Date
}

/** Which calls to list. */
export interface Listing {
  readonly fund: string | undefined
  readonly state: "all" | "waiting" | "stopped"
  readonly limit: number
}

/** The Idempotency-Key of a call `k`. */
const IDEMPOTENCY_KEY = "coalesce(k.idempotency_key, k.id)"

/** When the fund of a session `s` was confirmed: by the employee, or by an abandoned session that fell back on it. */
export const CONFIRMED_AT = "coalesce(s.confirmed_at, s.abandoned_at)"

/**
 * Registrations `k` that wait or have stopped, for a session `s`, unless a later session of the employee has brought
 * a number. A session that is erased is past all days. Two halves, because a condition on both states fits none of the two
 * partial indexes.
 */
export const WITHOUT_NUMBER = `(
    SELECT * FROM fund_calls WHERE state = 'waiting' AND operation = 'member_registration'
    UNION ALL
    SELECT * FROM fund_calls WHERE state = 'stopped' AND operation = 'member_registration'
  ) k
  JOIN onboarding_sessions s ON s.id = k.session_id AND s.erased_at IS NULL AND ${CONFIRMED_AT} IS NOT NULL
    AND NOT EXISTS (SELECT FROM onboarding_sessions o JOIN super_selections x ON x.session_id = o.id
      WHERE o.employee_id = s.employee_id AND o.id > s.id AND x.outcome = 'complete')`

/**
 * The SQL statements on durable calls for their requesters and for operators. The worker's statements are in the
 * ledger.
 */
export const fundCallsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns =
    sql.literal(`k.id, ${IDEMPOTENCY_KEY} AS idempotency_key, k.operation, k.product_id, coalesce(k.session_id, k.details_id) AS subject_id,
    k.fund_id, f.slug AS fund, f.profile #>> '{operations,employer_details,delivery}' AS delivery, k.state, k.because,
    k.words, k.attempts, k.due_at, k.requested_at, k.ended_at, k.uncertain, f.profile ->> 'idempotency' AS idempotency,
    coalesce(${CALL_LEASE.isHeld("k")}, false) AS under_way,
    CASE WHEN k.state <> 'waiting' THEN NULL
      WHEN k.operation = 'employer_details' AND f.profile #>> '{operations,employer_details,delivery}' = 'sftp' THEN 'file'
      WHEN NOT EXISTS (SELECT FROM fund_links l WHERE l.product_id = k.product_id AND l.fund_id = k.fund_id AND l.enabled)
        THEN 'link'
      WHEN k.operation = 'employer_details' AND f.profile #> '{operations,employer_details}' IS NULL THEN 'profile'
      WHEN NOT ${HAS_CREDENTIALS} THEN 'credentials'
      WHEN g.held_until > business_now(f.simulated) THEN 'hold'
      WHEN k.because = '${UNPREPARED}' THEN 'preparation' END AS waits_for,
    ${HELD_UNTIL} AS held_until,
    g.because AS held_because
    FROM fund_calls k JOIN funds f ON f.id = k.fund_id LEFT JOIN fund_gates g ON g.fund_id = f.id`)

  return {
    /**
     * Inserts a call. A session's call continues the session's trace, unless its request continues another one. The key of a
     * registration follows from its session: after a restore to before the confirmation, the fund recognises the
     * registration that it made.
     */
    insert: (id: string, call: NewCall, { continued, own }: Effect.Success<typeof tracesToStore>) =>
      call.operation === "member_registration"
        ? sql<{ fundId: S.FundId }>`INSERT INTO fund_calls
              (id, operation, product_id, session_id, fund_id, fund_product_id, idempotency_key, due_at, woken_at,
              requested_at, traceparent)
            SELECT ${id}, 'member_registration', ${call.productId}, ${call.sessionId}, p.fund_id, p.id,
              ${registrationKey(call.sessionId)}::uuid,
              business_now(f.simulated), business_now(f.simulated), business_now(f.simulated),
              coalesce(${continued}::text, (SELECT traceparent FROM onboarding_sessions WHERE id = ${call.sessionId}),
                ${own}::text)
            FROM fund_products p JOIN funds f ON f.id = p.fund_id WHERE p.id = ${call.fundProductId} RETURNING fund_id AS "fundId"`
        : sql<{ fundId: S.FundId }>`INSERT INTO fund_calls
              (id, operation, product_id, details_id, version, fund_id, due_at, woken_at, requested_at, traceparent)
            SELECT ${id}, 'employer_details', ${call.productId}, ${call.detailsId}, ${call.version}, f.id,
              business_now(f.simulated), business_now(f.simulated), business_now(f.simulated), ${own}::text
            FROM funds f WHERE f.id = ${call.fundId} RETURNING fund_id AS "fundId"`,

    /** Newer employer details replace unfinished calls for earlier versions. */
    supersede: (detailsId: string) => sql`UPDATE fund_calls k SET state = 'superseded', file_id = NULL,
        ended_at = business_now(f.simulated)
      FROM funds f WHERE f.id = k.fund_id AND k.details_id = ${detailsId} AND k.state IN ('waiting', 'stopped')`,

    /** The registration of a session, locked. */
    lockOfSession: (sessionId: S.OnboardingSessionId) =>
      firstRow(sql<EndedCall & Pick<ListedCall, "id" | "product_id" | "fund_id">>`
        SELECT k.id, k.product_id, k.fund_id, k.state, k.because, k.uncertain, f.profile ->> 'idempotency' AS idempotency
        FROM fund_calls k JOIN funds f ON f.id = k.fund_id WHERE k.session_id = ${sessionId} FOR UPDATE OF k`),

    /** Restarts the call with all its retries. `forgets`: an operator has confirmed that nothing happened before. */
    reopen: (
      id: string,
      { forgets, newKey }: { readonly forgets: boolean; readonly newKey: string | null }
    ) => sql`
      UPDATE fund_calls k SET state = 'waiting', ended_at = NULL, because = NULL, words = NULL, retries = 0, refusals = 0,
        uncertain = uncertain AND NOT ${forgets}::boolean, file_id = NULL,
        due_at = business_now(f.simulated), woken_at = business_now(f.simulated),
        idempotency_key = coalesce(${newKey}::uuid, idempotency_key)
      FROM funds f WHERE f.id = k.fund_id AND k.id = ${id}`,

    list: ({ fund, limit, state }: Listing) => sql<ListedCall>`SELECT ${columns}
      WHERE (${state} = 'all' OR k.state = ${state}) AND (${fund ?? null}::text IS NULL OR f.slug = ${fund ?? null})
      ORDER BY k.id DESC LIMIT ${limit}`,

    /** Those of real funds that were confirmed before this day in Sydney, the oldest first. */
    withoutNumber: (day: string, limit: number) => sql<WithoutNumber>`
      SELECT k.session_id, k.product_id, r.slug AS partner, f.slug AS fund, k.id AS call_id,
        ${sql.literal(IDEMPOTENCY_KEY)} AS idempotency_key, k.state, k.because,
        ${sql.literal(CONFIRMED_AT)} AS confirmed_at
      FROM ${sql.literal(WITHOUT_NUMBER)} JOIN funds f ON f.id = k.fund_id JOIN products p ON p.id = k.product_id JOIN partners r ON r.id = p.partner_id
      WHERE NOT f.simulated AND (${sql.literal(CONFIRMED_AT)} AT TIME ZONE 'Australia/Sydney')::date < ${day}::text::date
      ORDER BY confirmed_at, k.id LIMIT ${limit}`,

    find: (id: string) => firstRow(sql<ListedCall>`SELECT ${columns} WHERE k.id = ${id}`),

    lock: (id: string) => firstRow(sql<ListedCall>`SELECT ${columns} WHERE k.id = ${id} FOR UPDATE OF k`),

    /**
     * The calls with these ids, and those that wait or stopped with these Idempotency-Keys. No index has the keys of all calls, so
     * a key is looked for in the two partial indexes: it is a statement for all rows of a file.
     */
    named: (given: ReadonlyArray<string>) => sql<{ readonly given: string; readonly id: string }>`
      WITH given AS (SELECT unnest(${given}::uuid[]) AS given)
      SELECT given::text, k.id FROM given JOIN fund_calls k ON k.id = given
      UNION SELECT given::text, k.id FROM given JOIN fund_calls k ON k.idempotency_key = given AND k.state = 'stopped'
      UNION SELECT given::text, k.id FROM given JOIN fund_calls k ON k.idempotency_key = given AND k.state = 'waiting'`,

    /** The stopped calls of a fund, oldest first, locked. */
    lockStopped: (fundId: S.FundId) =>
      sql<ListedCall>`SELECT ${columns} WHERE k.fund_id = ${fundId} AND k.state = 'stopped' ORDER BY k.id FOR UPDATE OF k`,

    attempts: (
      id: string
    ) => sql<ListedAttempt>`SELECT number, started_at, outcome, status, took_ms, words, id
      FROM fund_call_attempts WHERE call_id = ${id} ORDER BY number`,

    /** Ends a registration whose number an operator entered. Returns false if the call is under way or done. */
    endByNumber: (id: string) =>
      hasRow(sql`UPDATE fund_calls k SET state = 'done', because = 'number_entered', words = NULL, owner = NULL,
          expires_at = NULL, ended_at = business_now(f.simulated)
        FROM funds f WHERE f.id = k.fund_id AND k.id = ${id} AND k.operation = 'member_registration'
          AND k.state IN ('waiting', 'stopped') AND ${sql.literal(CALL_LEASE.isFree("k"))} RETURNING k.id`)
  }
})

/**
 * The SQL statements on calls that a fund receives by file: employer details of a fund with `delivery: sftp`. They wait
 * like other calls, but no worker makes them: they join the fund's next file, and end once that file is in the outbox.
 */
export const filedCallsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

  return {
    /** Every call of the fund that isn't in the outbox yet. */
    waiting: (fundId: S.FundId) =>
      Effect.map(
        sql<{ id: string }>`SELECT id FROM fund_calls
          WHERE fund_id = ${fundId} AND operation = 'employer_details' AND state = 'waiting'`,
        ids
      ),

    /** The calls that are in no file yet, locked until the transaction ends. */
    lockUnfiled: (fundId: S.FundId) =>
      Effect.map(
        sql<{ id: string }>`SELECT id FROM fund_calls
          WHERE fund_id = ${fundId} AND operation = 'employer_details' AND state = 'waiting' AND file_id IS NULL
          ORDER BY id FOR UPDATE`,
        ids
      ),

    isAnyWaiting: (calls: ReadonlyArray<string>) =>
      hasRow(sql`SELECT FROM fund_calls WHERE ${sql.in("id", calls)} AND state = 'waiting'`),

    putInto: (fileId: string, calls: ReadonlyArray<string>) =>
      sql`UPDATE fund_calls SET file_id = ${fileId} WHERE ${sql.in("id", calls)}`,

    /** The ids of the employer details in a file that isn't in the outbox yet. */
    detailsIn: (fileId: string) =>
      Effect.map(
        sql<{ details_id: string }>`SELECT details_id FROM fund_calls
          WHERE file_id = ${fileId} AND state = 'waiting' ORDER BY id`,
        (rows) => rows.map(({ details_id }) => details_id)
      ),

    /** Ends the calls of a file that has reached the outbox. */
    done: (fileId: string, simulated: boolean) =>
      sql`UPDATE fund_calls SET state = 'done', because = 'filed', ended_at = business_now(${simulated})
        WHERE file_id = ${fileId} AND state = 'waiting'`
  }
})
