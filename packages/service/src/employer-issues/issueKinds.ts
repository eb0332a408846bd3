import { type IssueKind, type IssueRemedy, issueKinds } from "@embedded-super/contracts/issue-kinds"

export const isIssueKind = (kind: string): kind is IssueKind => Object.hasOwn(issueKinds, kind)

/** The kinds that a remedy resolves. */
export const kindsResolvedBy = (remedy: IssueRemedy): ReadonlyArray<IssueKind> =>
  (Object.keys(issueKinds) as ReadonlyArray<IssueKind>).filter(
    (kind) => issueKinds[kind].resolved_by === remedy
  )
