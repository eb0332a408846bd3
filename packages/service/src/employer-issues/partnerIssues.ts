import {
  firstAfterRefusal,
  type IssueAction,
  issueActions,
  issueKinds
} from "@embedded-super/contracts/issue-kinds"
import { Conflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { operation, transactions } from "../platform/database/operation.ts"
import { idOfCursor, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { issueChanges } from "./issueChanges.ts"
import { type IssueFilter, issuesRepo, type ListedIssue } from "./IssuesRepo.ts"

/**
 * The issues of a product's employers, as its partner reads and resolves them, whether issue webhooks are enabled or
 * not. An id of another product is not found.
 */
export const partnerIssues = Effect.gen(function* () {
  const transaction = yield* transactions
  const repo = yield* issuesRepo
  const clock = yield* BusinessClock
  const changes = yield* issueChanges

  const find = (productId: S.ProductId, id: S.EmployerIssueId) =>
    Effect.flatMap(repo.find(productId, id), (issue) =>
      issue === undefined ? notFound : Effect.succeed(issue)
    )

  return {
    get: operation("PartnerIssues.get")(function* (productId: S.ProductId, id: S.EmployerIssueId) {
      return versionedIssue(yield* find(productId, id))
    }),

    list: operation("PartnerIssues.list")(function* (
      productId: S.ProductId,
      { after, limit, ...filter }: PageRequest & IssueFilter
    ) {
      const rows = yield* repo.page(productId, yield* idOfCursor("issues", after), limit, filter)
      const { items, pagination } = pageOf("issues", rows, limit)
      return { items: items.map(presentIssue), pagination }
    }),

    /**
     * Resolves an open issue without a webhook. Returns an already resolved issue unchanged, however it was resolved.
     * If the service resolves it at the same moment, only one of the two takes effect.
     */
    resolve: transaction("PartnerIssues.resolve")(function* (
      productId: S.ProductId,
      id: S.EmployerIssueId,
      note: S.ShortText | undefined
    ) {
      const sealed =
        note === undefined ? undefined : yield* repo.sealNote({ product_id: productId, id }, note)
      const some = repo.ofProduct(productId, id)
      yield* changes.end("resolved_by_partner", some, yield* clock.moments, sealed)
      const issue = yield* find(productId, id)
      return issue.status === "expired" ? yield* expired : versionedIssue(issue)
    })
  }
})

/** An action with its label, and the page to act on if there is one. */
const presentAction = (action: IssueAction, issue: ListedIssue): S.RecommendedAction => ({
  action: action as string as S.RecommendedActionName,
  label: issueActions[action],
  url: action === "contact_fund" ? issue.fund_homepage_url : null
})

/** The actions of an open issue, the most useful first, which depends on the refusal. An issue that is over has none. */
const actionsOf = ({ kind, refusal, status }: ListedIssue): ReadonlyArray<IssueAction> => {
  if (status !== "open") return []
  const actions: ReadonlyArray<IssueAction> = issueKinds[kind].actions
  const first = refusal === null ? undefined : firstAfterRefusal[refusal.reason]
  return first !== undefined && actions.includes(first)
    ? [first, ...actions.filter((action) => action !== first)]
    : actions
}

/** An issue as its partner reads it. */
const presentIssue = (issue: ListedIssue): S.EmployerIssue => {
  const { refusal } = issue
  return {
    id: issue.id,
    remote_id: issue.id as string as S.RemoteId,
    employer_id: issue.employer_id,
    employee_id: issue.employee_id,
    onboarding_session_id: issue.session_id,
    kind: issue.kind as string as S.EmployerIssueKind,
    status: issue.status,
    title: issueKinds[issue.kind].title,
    reason: refusal?.reason ?? null,
    refused_fields: refusal?.refused_fields ?? [],
    recommended_actions: actionsOf(issue).map((action) => presentAction(action, issue)),
    opened_at: toTimestamp(issue.opened_at),
    resolved_at: toTimestampOrNull(issue.resolved_at),
    resolved_by: issue.resolved_by,
    expires_at: toTimestamp(issue.expires_at),
    inserted_at: toTimestamp(issue.opened_at),
    updated_at: toTimestamp(issue.updated_at)
  }
}

/** The presented issue with its version, for the ETag. */
export const versionedIssue = (issue: ListedIssue): Versioned<S.EmployerIssue> => ({
  data: presentIssue(issue),
  version: issue.version
})

const notFound = Effect.fail(
  new NotFound({ code: "not_found", detail: "There is no employer issue with this id." })
)

const expired = Effect.fail(
  new Conflict({
    code: "issue_expired",
    detail:
      "The issue has expired, which is final: it can't be changed any more. If the problem occurs again, it becomes a " +
      "new issue."
  })
)
