import type * as S from "@embedded-super/contracts/schemas"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { IssueKind } from "@embedded-super/contracts/issue-kinds"
import { EmployerIssuesGroup } from "@embedded-super/contracts/partner-api"
import { EmployerCreation } from "@embedded-super/contracts/schemas"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { EmployerIssues, type IssueToOpen, type ProblemsOver } from "../src/employer-issues/EmployerIssues.ts"
import { EmployerIssuesHttp } from "../src/employer-issues/EmployerIssues.http.ts"
import { Employers } from "../src/employers/Employers.ts"
import { Events } from "../src/webhooks/events/Events.ts"
import { TestFunds } from "./TestFunds.ts"
import { aCaller, apiOf, partnerServices, send, served } from "./TestPartnerHttp.ts"

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

/** The operations on employer issues over HTTP behind real keys, in development, and the service that opens them. */
export const TestIssueApi = {
  layer: served(apiOf(EmployerIssuesGroup), EmployerIssuesHttp).pipe(
    Layer.provideMerge(Employers.layer),
    Layer.provideMerge(EmployerIssues.layer),
    Layer.provideMerge(Layer.mergeAll(Events.layer, TestFunds.layer)),
    Layer.provideMerge(partnerServices({ dev: true }))
  )
}

let employers = 0

/** A caller with one employer, and issues of it, the oldest first. */
export const aCallerWith = Effect.fnUntraced(function* (...kinds: ReadonlyArray<IssueKind>) {
  const { productKey: key, ...caller } = yield* aCaller
  const productId = caller.productId as S.ProductId
  const { data } = yield* (yield* Employers).create(
    productId,
    Schema.decodeSync(EmployerCreation)({
      abn: "51824753556",
      name: "Wattle Pty Ltd",
      remote_id: `employer-${++employers}`
    })
  )
  const ids = yield* Effect.forEach(kinds, (kind) => openedOne({ productId, employerId: data.id, kind }))
  const [id = "none"] = ids
  return { ...caller, key, productId, employerId: data.id, ids, id }
})

export const ISSUES = "/api/v1/employer-issue"

/** Resolves an issue as its partner does. */
export const resolve = (key: string, id: string, body?: unknown) =>
  send(key, "PUT", `${ISSUES}/${id}/resolve`, body === undefined ? {} : { body })
