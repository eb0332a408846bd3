import type * as S from "@embedded-super/contracts/schemas"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import { type IssueAction, issueActions, issueKinds } from "@embedded-super/contracts/issue-kinds"
import type { ListedIssue } from "./IssuesRepo.ts"

/** An action with its label, and the page to act on if there is one. */
const presentAction = (action: IssueAction, issue: ListedIssue): S.RecommendedAction => ({
  action: action as string as S.RecommendedActionName,
  label: issueActions[action],
  url: action === "contact_fund" ? issue.fund_homepage_url : null
})

/** An issue as its partner reads it. An issue that has ended recommends no actions. */
export const presentIssue = (issue: ListedIssue): S.EmployerIssue => {
  const { actions, title } = issueKinds[issue.kind]
  return {
    id: issue.id,
    remote_id: issue.id as string as S.RemoteId,
    employer_id: issue.employer_id,
    employee_id: issue.employee_id,
    onboarding_session_id: issue.session_id,
    kind: issue.kind as string as S.EmployerIssueKind,
    status: issue.status,
    title,
    recommended_actions: issue.status === "open" ? actions.map((action) => presentAction(action, issue)) : [],
    opened_at: toTimestamp(issue.opened_at),
    resolved_at: toTimestampOrNull(issue.resolved_at),
    resolved_by: issue.resolved_by,
    expires_at: toTimestamp(issue.expires_at),
    inserted_at: toTimestamp(issue.opened_at),
    updated_at: toTimestamp(issue.updated_at)
  }
}
