import type { EmployerIssueStatus } from "@embedded-super/contracts/schemas"
import type { IssueEvent } from "../webhooks/events/eventBody.ts"

interface Row {
  /** Null: there is no issue yet. */
  readonly from: EmployerIssueStatus | null
  readonly to: EmployerIssueStatus
  readonly webhook: IssueEvent["event"] | null
}

/**
 * The whole machine of an employer issue: section 3 of the description, and expiry, for which it has no webhook. What
 * has no row here can't happen, so `resolved` and `expired` are final and a recurrence is a new issue.
 */
export const ISSUE_TRANSITIONS = {
  opened: { from: null, to: "open", webhook: "employer_issue_created" },
  resolved_automatically: { from: "open", to: "resolved", webhook: "employer_issue_resolved" },
  resolved_by_partner: { from: "open", to: "resolved", webhook: null },
  expired: { from: "open", to: "expired", webhook: null }
} as const satisfies Readonly<Record<string, Row>>
export type IssueTransition = keyof typeof ISSUE_TRANSITIONS
