import type * as S from "@embedded-super/contracts/schemas"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerIssues, type IssueToOpen, type ProblemsOver } from "../src/employer-issues/EmployerIssues.ts"

/** Opens issues as a part of the service would, in their own transaction; returns the ids of the new ones. */
export const opened = (...issues: ReadonlyArray<IssueToOpen>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction((yield* EmployerIssues).openMany(issues))
  })

/** Opens an issue that isn't open yet; returns its id. */
export const openedOne = Effect.fnUntraced(function* (issue: IssueToOpen) {
  const [id] = yield* opened(issue)
  return id ?? assert.fail("nothing was opened")
})

/** Resolves issues automatically, in their own transaction; returns the ids of those that were open. */
export const resolved = (...problems: ReadonlyArray<ProblemsOver>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction((yield* EmployerIssues).resolveMany(problems))
  })

/** An employer's issues as stored, the oldest first. */
export const issuesOf = Effect.fnUntraced(function* (employerId: S.EmployerId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    id: S.EmployerIssueId
    kind: string
    status: string
    resolved_by: string | null
    employee_id: string | null
    session_id: string | null
  }>`SELECT id, kind, status, resolved_by, employee_id, session_id FROM employer_issues
    WHERE employer_id = ${employerId} ORDER BY id`
})

/** An employer's issues, each as its kind and its status, the oldest first. */
export const issueStates = (employerId: S.EmployerId) =>
  Effect.map(issuesOf(employerId), (issues) => issues.map(({ kind, status }) => `${kind} ${status}`))

/** Switches the webhooks about employer issues of a product's partner on or off. */
export const issueWebhooks = Effect.fnUntraced(function* (productId: S.ProductId, enabled: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = ${enabled}
    WHERE id = (SELECT partner_id FROM products WHERE id = ${productId})`
})
