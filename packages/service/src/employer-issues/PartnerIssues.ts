import { Conflict, NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { operation, transactions } from "../platform/database/operation.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { issueChanges } from "./issueChanges.ts"
import { type IssueFilter, issuesRepo, type ListedIssue } from "./IssuesRepo.ts"
import { presentIssue } from "./presentIssue.ts"

/**
 * The issues of a product's employers, as its partner reads and resolves them, whether issue webhooks are enabled or
 * not. An id of another product is not found.
 */
export class PartnerIssues extends Context.Service<
  PartnerIssues,
  {
    readonly get: (
      productId: S.ProductId,
      id: S.EmployerIssueId
    ) => Effect.Effect<Versioned<S.EmployerIssue>, NotFound>
    readonly list: (
      productId: S.ProductId,
      request: PageRequest & IssueFilter
    ) => Effect.Effect<Page<S.EmployerIssue>, ValidationFailed>
    /**
     * Resolves an open issue without a webhook. Returns an already resolved issue unchanged, however it was resolved.
     * If the service resolves it at the same moment, only one of the two takes effect.
     */
    readonly resolve: (
      productId: S.ProductId,
      id: S.EmployerIssueId,
      note: S.ShortText | undefined
    ) => Effect.Effect<Versioned<S.EmployerIssue>, NotFound | Conflict>
  }
>()("@embedded-super/service/employer-issues/PartnerIssues") {
  static readonly layer = Layer.effect(
    PartnerIssues,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* issuesRepo
      const clock = yield* BusinessClock
      const changes = yield* issueChanges

      const find = (productId: S.ProductId, id: S.EmployerIssueId) =>
        Effect.flatMap(repo.find(productId, id), (issue) =>
          issue === undefined ? notFound : Effect.succeed(issue)
        )

      const get = operation("PartnerIssues.get")(function* (productId: S.ProductId, id: S.EmployerIssueId) {
        return versioned(yield* find(productId, id))
      })

      const list = operation("PartnerIssues.list")(function* (
        productId: S.ProductId,
        { after, limit, ...filter }: PageRequest & IssueFilter
      ) {
        const rows = yield* repo.page(productId, yield* idOfCursor(after), limit, filter)
        const { items, pagination } = pageOf(rows, limit)
        return { items: items.map(presentIssue), pagination }
      })

      const resolve = transaction("PartnerIssues.resolve")(function* (
        productId: S.ProductId,
        id: S.EmployerIssueId,
        note: S.ShortText | undefined
      ) {
        const sealed =
          note === undefined ? undefined : yield* repo.sealNote({ product_id: productId, id }, note)
        const some = repo.ofProduct(productId, id)
        yield* changes.end("resolved_by_partner", some, yield* clock.moments, sealed)
        const issue = yield* find(productId, id)
        return issue.status === "expired" ? yield* expired : versioned(issue)
      })

      return PartnerIssues.of({ get, list, resolve })
    })
  )
}

const versioned = (issue: ListedIssue): Versioned<S.EmployerIssue> => ({
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
