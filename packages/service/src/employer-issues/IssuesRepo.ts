import type { IssueKind } from "@embedded-super/contracts/issue-kinds"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { ShortText } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { Moments } from "../platform/time/BusinessClock.ts"
import { isPast, momentOf } from "../platform/time/due.ts"
import type { Ending, ISSUE_TRANSITIONS, Opening } from "./issueStates.ts"
import { type MemberRefusal, refusalText } from "./memberRefusal.ts"

/** A stored issue, without the partner's note. */
export interface StoredIssue {
  readonly id: S.EmployerIssueId
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly employee_id: S.EmployeeId | null
  readonly session_id: S.OnboardingSessionId | null
  readonly kind: IssueKind
  /** Why the fund refused the employee; null if the problem is no refusal. */
  readonly refusal: MemberRefusal | null
  readonly status: S.EmployerIssueStatus
  readonly opened_at: Date
  readonly expires_at: Date
  readonly resolved_at: Date | null
  readonly resolved_by: "system" | "partner" | null
  readonly version: number
  readonly updated_at: Date
}

/** An issue with the homepage of the fund that its session chose. */
export interface ListedIssue extends StoredIssue {
  readonly fund_homepage_url: S.WebUrl | null
}

export interface IssueFilter {
  readonly employer_id: S.EmployerId | undefined
  readonly status: S.EmployerIssueStatus | undefined
  readonly kind: S.EmployerIssueKind | undefined
}

/** The key that is unique among open issues: one problem. */
export type Problem = Pick<StoredIssue, "employer_id" | "employee_id" | "kind">

export type NewIssue = Pick<
  StoredIssue,
  "id" | "product_id" | "employer_id" | "employee_id" | "session_id" | "kind" | "refusal"
>

/** The position of an issue in the order of expiry. */
export type Expiring = Pick<StoredIssue, "id" | "expires_at">

/** The returned data of each changed issue. */
export type ChangedIssue = Pick<
  StoredIssue,
  "id" | "product_id" | "employer_id" | "employee_id" | "session_id" | "kind" | "version"
>

const arrayOf = <A>(rows: ReadonlyArray<A>, oid: number, value: (row: A) => unknown) =>
  Result.getOrThrow(PgTypes.array(rows.map(value), oid))

export const issuesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notes = sealedDocument(yield* Vault, { table: "employer_issues", column: "note" }, ShortText)

  const columns = sql.literal(`
    i.id, i.product_id, i.employer_id, i.employee_id, i.session_id, i.kind, i.refusal, i.status, i.opened_at, i.expires_at,
    i.resolved_at, i.resolved_by, i.version, i.updated_at, (
      SELECT p.homepage_url FROM super_selections x JOIN fund_products p ON p.id = x.fund_product_id
      WHERE x.session_id = i.session_id
    ) AS fund_homepage_url
    FROM employer_issues i`)

  /** The current time of an issue's product `p`. */
  const stampOf = (moments: Moments) => momentOf(sql, "p.sandboxed", moments)

  return {
    find: (productId: S.ProductId, id: S.EmployerIssueId) =>
      firstRow(sql<ListedIssue>`SELECT ${columns} WHERE i.product_id = ${productId} AND i.id = ${id}`),

    findOpen: ({ employee_id, employer_id, kind }: Problem) =>
      firstRow(sql<ListedIssue>`SELECT ${columns} WHERE i.employer_id = ${employer_id} AND i.kind = ${kind}
        AND ${employee_id === null ? sql`i.employee_id IS NULL` : sql`i.employee_id = ${employee_id}`}
        AND i.status = 'open'`),

    /** Newest first. Returns `limit` + 1 rows if there are more. */
    page: (productId: S.ProductId, before: string | undefined, limit: number, filter: IssueFilter) =>
      sql<ListedIssue>`SELECT ${columns} WHERE ${sql.and([
        sql`i.product_id = ${productId}`,
        ...(before === undefined ? [] : [sql`i.id < ${before}`]),
        ...(filter.employer_id === undefined ? [] : [sql`i.employer_id = ${filter.employer_id}`]),
        ...(filter.status === undefined ? [] : [sql`i.status = ${filter.status}`]),
        ...(filter.kind === undefined ? [] : [sql`i.kind = ${filter.kind}`])
      ])} ORDER BY i.id DESC LIMIT ${limit + 1}`,

    /**
     * Opens the issues whose problem has no open one, for `openFor` milliseconds, and returns them. Rows are written in
     * the order of their problems, so that two transactions that open the same issues can't deadlock.
     */
    insert: (
      { resolvedBy, to }: (typeof ISSUE_TRANSITIONS)[Opening],
      issues: ReadonlyArray<NewIssue>,
      moments: Moments,
      openFor: number
    ) =>
      sql<ChangedIssue>`
        INSERT INTO employer_issues (id, product_id, employer_id, employee_id, session_id, kind, refusal, status,
          resolved_by, opened_at, expires_at, updated_at)
        SELECT n.id, n.product_id, n.employer_id, n.employee_id, n.session_id, n.kind, n.refusal::jsonb, ${to}::text,
          ${resolvedBy}::text, t.at, t.at + ${openFor}::float8 * interval '1 ms', t.at
        FROM unnest(
          ${arrayOf(issues, PgTypes.OID.uuid, ({ id }) => id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ product_id }) => product_id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ employer_id }) => employer_id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ employee_id }) => employee_id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ session_id }) => session_id)},
          ${arrayOf(issues, PgTypes.OID.text, ({ kind }) => kind)},
          ${arrayOf(issues, PgTypes.OID.text, ({ refusal }) => refusalText(refusal))}
        ) AS n (id, product_id, employer_id, employee_id, session_id, kind, refusal)
        JOIN products p ON p.id = n.product_id
        CROSS JOIN LATERAL (SELECT ${stampOf(moments)}) AS t (at)
        ORDER BY n.employer_id, n.kind, n.employee_id
        ON CONFLICT (employer_id, kind, employee_id) WHERE status = 'open' DO NOTHING
        RETURNING id, product_id, employer_id, employee_id, session_id, kind, version`,

    /**
     * Renews the session and the refusal of a problem's open issue, without a webhook. Changes nothing if they are the same.
     */
    renew: (
      { employee_id, employer_id, kind, refusal, session_id }: Omit<NewIssue, "id" | "product_id">,
      moments: Moments
    ) =>
      sql`
        UPDATE employer_issues i SET refusal = n.refusal, session_id = n.session_id, version = i.version + 1,
          updated_at = ${stampOf(moments)}
        FROM products p, (SELECT ${refusalText(refusal)}::jsonb, ${session_id}::uuid) AS n (refusal, session_id)
        WHERE p.id = i.product_id AND i.status = 'open' AND i.employer_id = ${employer_id} AND i.kind = ${kind}
          AND ${employee_id === null ? sql`i.employee_id IS NULL` : sql`i.employee_id = ${employee_id}`}
          AND (i.refusal, i.session_id) IS DISTINCT FROM (n.refusal, n.session_id)`,

    /**
     * Ends the issues that have the transition's status, and returns them; `some` selects their ids. If another
     * transaction is ending an issue, this one waits for it, and the issue keeps that end.
     *
     * Ids are passed on as arrays, not joined: a planner that last saw a table without open issues would begin the join
     * at the open ones, and look all of `some` up for each.
     */
    end: (
      { from, resolvedBy, to }: (typeof ISSUE_TRANSITIONS)[Ending],
      some: Statement.Fragment,
      moments: Moments,
      note: Uint8Array | null = null
    ) =>
      sql<ChangedIssue>`
        WITH held AS (
          SELECT i.id FROM employer_issues i WHERE i.id = ANY(ARRAY(${some})) AND i.status = ${from}
          ORDER BY i.id FOR UPDATE
        )
        UPDATE employer_issues i SET status = ${to}, resolved_by = ${resolvedBy},
          resolved_at = CASE WHEN ${resolvedBy}::text IS NULL THEN NULL ELSE ${stampOf(moments)} END, note = coalesce(${note}::bytea, i.note),
          version = i.version + 1, updated_at = ${stampOf(moments)}
        FROM products p
        WHERE i.id = ANY(ARRAY(SELECT id FROM held)) AND i.status = ${from} AND p.id = i.product_id
        RETURNING i.id, i.product_id, i.employer_id, i.employee_id, i.session_id, i.kind, i.version`,

    /**
     * Selects the open issues of these problems. Problems with and without an employee are looked up separately, since
     * no index supports IS NOT DISTINCT FROM.
     */
    ofProblems: (problems: ReadonlyArray<Problem>) =>
      sql`SELECT o.id FROM unnest(
          ${arrayOf(problems, PgTypes.OID.uuid, ({ employer_id }) => employer_id)},
          ${arrayOf(problems, PgTypes.OID.uuid, ({ employee_id }) => employee_id)},
          ${arrayOf(problems, PgTypes.OID.text, ({ kind }) => kind)}
        ) AS p (employer_id, employee_id, kind)
        CROSS JOIN LATERAL (
          SELECT id FROM employer_issues WHERE status = 'open' AND employer_id = p.employer_id AND kind = p.kind
            AND employee_id = p.employee_id
          UNION ALL
          SELECT id FROM employer_issues WHERE status = 'open' AND employer_id = p.employer_id AND kind = p.kind
            AND employee_id IS NULL AND p.employee_id IS NULL
        ) o`,

    ofIds: (ids: ReadonlyArray<S.EmployerIssueId>) =>
      sql`SELECT unnest(${arrayOf(ids, PgTypes.OID.uuid, (id) => id)})`,

    /** Selects the issue if it belongs to the product. */
    ofProduct: (productId: S.ProductId, id: S.EmployerIssueId) =>
      sql`SELECT id FROM employer_issues WHERE product_id = ${productId} AND id = ${id}`,

    /** Selects the issues among these whose expiry has passed. */
    overdueOf: (ids: ReadonlyArray<S.EmployerIssueId>, moments: Moments) =>
      sql`SELECT i.id FROM employer_issues i JOIN products p ON p.id = i.product_id
        WHERE ${sql.in("i.id", ids)} AND ${isPast(sql, "i.expires_at", "p.sandboxed", moments)}`,

    /** Seals the partner's note on an issue that it resolves. */
    sealNote: (issue: Pick<StoredIssue, "id" | "product_id">, note: S.ShortText) => notes.seal(issue, note),

    /** Removes the partner's notes on issues of a session: free text, which may name the employee. */
    forgetNotes: (session: { readonly id: S.OnboardingSessionId; readonly employer_id: S.EmployerId }) =>
      sql`UPDATE employer_issues SET note = NULL
        WHERE employer_id = ${session.employer_id} AND session_id = ${session.id} AND note IS NOT NULL`,

    /** Up to `limit` open issues whose expiry has passed, starting after `after`. */
    overdue: (moments: Moments, after: Expiring | undefined, limit: number) =>
      sql<Expiring>`SELECT i.id, i.expires_at FROM employer_issues i JOIN products p ON p.id = i.product_id
        WHERE i.status = 'open' AND ${isPast(sql, "i.expires_at", "p.sandboxed", moments)}
          AND (${after?.id ?? null}::uuid IS NULL
            OR (i.expires_at, i.id) > (${after?.expires_at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
        ORDER BY i.expires_at, i.id LIMIT ${limit}`,

    isEmployer: (productId: S.ProductId, id: S.EmployerId) =>
      hasRow(sql`SELECT FROM employers WHERE product_id = ${productId} AND id = ${id}`),

    isEmployee: (employerId: S.EmployerId, id: S.EmployeeId) =>
      hasRow(sql`SELECT FROM employees WHERE employer_id = ${employerId} AND id = ${id}`)
  }
})
