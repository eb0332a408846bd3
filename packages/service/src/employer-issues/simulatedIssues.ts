import { type IssueKind, issueKinds } from "@embedded-super/contracts/issue-kinds"
import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { refuse } from "../personal-data/Findings.ts"
import { transactions } from "../platform/database/operation.ts"
import { queues } from "../platform/jobs/queues.ts"
import { EmployerIssues, type IssueToOpen } from "./EmployerIssues.ts"
import { issuesRepo, type ListedIssue } from "./IssuesRepo.ts"
import { versionedIssue } from "./partnerIssues.ts"

/** Issues that a partner opens in its sandbox, to test its software's reaction. */
export const simulatedIssues = Effect.gen(function* () {
  const transaction = yield* transactions
  const issues = yield* EmployerIssues
  const repo = yield* issuesRepo
  const remedies = yield* queues.simulatedRemedies

  /** Returns the problem's open issue. If that issue ends concurrently, opens a new one. */
  const openOrFind = Effect.fnUntraced(function* (
    issue: IssueToOpen
  ): Effect.fn.Return<ListedIssue, SqlError> {
    yield* issues.open(issue)
    const found = yield* repo.findOpen({
      employer_id: issue.employerId,
      employee_id: issue.employeeId ?? null,
      kind: issue.kind
    })
    return found ?? (yield* openOrFind(issue))
  })

  return {
    /**
     * Opens an issue as the service would, and resolves it automatically after a while if requested. Returns the open
     * issue if the problem already has one.
     */
    open: transaction("SimulatedIssues.open")(function* (
      productId: S.ProductId,
      employerId: S.EmployerId,
      input: S.SimulatedEmployerIssue
    ) {
      const { employee_id: employeeId, resolve_after_seconds } = input
      const kind: string = input.kind
      if (!(yield* repo.isEmployer(productId, employerId))) return yield* notFound
      if (!isIssueKind(kind)) return yield* unknownKind
      if (employeeId !== undefined) {
        if (issueKinds[kind].concerns === "employer") return yield* ofTheEmployer
        if (!(yield* repo.isEmployee(employerId, employeeId))) return yield* unknownEmployee
      }
      const issue = yield* openOrFind({
        productId,
        employerId,
        kind,
        ...(employeeId === undefined ? {} : { employeeId })
      })
      if (resolve_after_seconds !== undefined) {
        yield* remedies.offer({ issue_id: issue.id }, { delay: Duration.seconds(resolve_after_seconds) })
      }
      return versionedIssue(issue)
    })
  }
})

const isIssueKind = (kind: string): kind is IssueKind => Object.hasOwn(issueKinds, kind)

const notFound = Effect.fail(
  new NotFound({ code: "not_found", detail: "There is no employer with this id." })
)

const unknownKind = refuse({
  pointer: "#/kind",
  code: "not_found",
  detail: `There is no such kind of issue. The kinds are ${Object.keys(issueKinds).join(", ")}.`
})

const ofTheEmployer = refuse({
  pointer: "#/employee_id",
  code: "not_allowed",
  detail: "Issues of this kind are about the employer, not about one of its employees."
})

const unknownEmployee = refuse({
  pointer: "#/employee_id",
  code: "not_found",
  detail: "The employer has no employee with this id."
})
