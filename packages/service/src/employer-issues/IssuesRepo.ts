import * as PgTypes from "@effect/sql-pg/PgTypes"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { IssueKind } from "./issueKinds.ts"

/** An issue as it is stored, without the partner's note. */
export interface StoredIssue {
  readonly id: S.EmployerIssueId
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  readonly employee_id: S.EmployeeId | null
  readonly session_id: S.OnboardingSessionId | null
  readonly kind: IssueKind
  readonly status: S.EmployerIssueStatus
  readonly opened_at: Date
  readonly expires_at: Date
  readonly resolved_at: Date | null
  readonly resolved_by: "system" | "partner" | null
  readonly version: number
  readonly updated_at: Date
}

/** What is unique among open issues: one problem. */
export type Problem = Pick<StoredIssue, "employer_id" | "employee_id" | "kind">

export type NewIssue = Pick<
  StoredIssue,
  "id" | "product_id" | "employer_id" | "employee_id" | "session_id" | "kind"
>

/** What a change of several issues tells about each. */
export type ChangedIssue = Pick<StoredIssue, "id" | "product_id" | "version">

const arrayOf = <A>(rows: ReadonlyArray<A>, oid: number, value: (row: A) => unknown) =>
  Result.getOrThrow(PgTypes.array(rows.map(value), oid))

/** The statements on employer issues. */
export const issuesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /**
     * Opens those issues whose problem has no open one, and answers them. Rows are written in the order of their
     * problems: two transactions that open the same wait for each other in one direction.
     */
    insert: (issues: ReadonlyArray<NewIssue>, openedAt: Date, expiresAt: Date) =>
      sql<ChangedIssue>`
        INSERT INTO employer_issues (id, product_id, employer_id, employee_id, session_id, kind, opened_at, expires_at,
          updated_at)
        SELECT n.*, ${openedAt}::timestamptz, ${expiresAt}::timestamptz, ${openedAt}::timestamptz
        FROM unnest(
          ${arrayOf(issues, PgTypes.OID.uuid, ({ id }) => id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ product_id }) => product_id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ employer_id }) => employer_id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ employee_id }) => employee_id)},
          ${arrayOf(issues, PgTypes.OID.uuid, ({ session_id }) => session_id)},
          ${arrayOf(issues, PgTypes.OID.text, ({ kind }) => kind)}
        ) AS n (id, product_id, employer_id, employee_id, session_id, kind)
        ORDER BY n.employer_id, n.kind, n.employee_id
        ON CONFLICT (employer_id, kind, employee_id) WHERE status = 'open' DO NOTHING
        RETURNING id, product_id, version`,

    /**
     * Resolves, as the service, those of these problems that have an open issue, and answers the issues. An issue that
     * the partner is resolving at this moment is waited for, and is then the partner's.
     */
    resolveProblems: (problems: ReadonlyArray<Problem>, at: Date) =>
      sql<ChangedIssue>`
        WITH open AS (
          SELECT i.id FROM employer_issues i
          JOIN unnest(
            ${arrayOf(problems, PgTypes.OID.uuid, ({ employer_id }) => employer_id)},
            ${arrayOf(problems, PgTypes.OID.uuid, ({ employee_id }) => employee_id)},
            ${arrayOf(problems, PgTypes.OID.text, ({ kind }) => kind)}
          ) AS p (employer_id, employee_id, kind)
            ON i.employer_id = p.employer_id AND i.kind = p.kind AND i.employee_id IS NOT DISTINCT FROM p.employee_id
          WHERE i.status = 'open'
          ORDER BY i.id
          FOR UPDATE OF i
        )
        UPDATE employer_issues i SET status = 'resolved', resolved_by = 'system', resolved_at = ${at},
          version = i.version + 1, updated_at = ${at}
        FROM open WHERE i.id = open.id AND i.status = 'open'
        RETURNING i.id, i.product_id, i.version`
  }
})
export type IssuesRepo = Effect.Success<typeof issuesRepo>
