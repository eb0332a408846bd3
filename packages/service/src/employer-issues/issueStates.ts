import type { EmployerIssueStatus } from "@embedded-super/contracts/schemas"
import type { IssueEvent } from "../webhooks/events/eventBody.ts"

interface Row {
  /** Null if there is no issue yet. */
  readonly from: EmployerIssueStatus | null
  readonly to: EmployerIssueStatus
  /** Null if the transition doesn't resolve the issue. */
  readonly resolvedBy: "system" | "partner" | null
  readonly webhook: IssueEvent["event"] | null
}

/**
 * The whole state machine of an employer issue: R-3-1 to R-3-6, and expiry, which has no webhook. A transition without
 * a row can't happen, so `resolved` and `expired` are final and a recurrence is a new issue.
 *
 * `issueChanges` makes every transition from its row.
 */
export const ISSUE_TRANSITIONS = {
  opened: { from: null, to: "open", resolvedBy: null, webhook: "employer_issue_created" },
  resolved_automatically: {
    from: "open",
    to: "resolved",
    resolvedBy: "system",
    webhook: "employer_issue_resolved"
  },
  resolved_by_partner: { from: "open", to: "resolved", resolvedBy: "partner", webhook: null },
  expired: { from: "open", to: "expired", resolvedBy: null, webhook: null }
} as const satisfies Readonly<Record<string, Row>>

type Table = typeof ISSUE_TRANSITIONS
export type IssueTransition = keyof Table

/** The transitions that begin an issue, and those that end one. */
export type Opening = { [T in IssueTransition]: Table[T]["from"] extends null ? T : never }[IssueTransition]
export type Ending = Exclude<IssueTransition, Opening>
