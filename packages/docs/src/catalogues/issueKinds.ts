import { ISSUE_ACTIONS, ISSUE_KINDS } from "@embedded-super/service/employer-issues/issueKinds"
import type { Page } from "../Page.ts"
import { table } from "../table.ts"

const endedBy: Readonly<Record<(typeof ISSUE_KINDS)[keyof typeof ISSUE_KINDS]["resolvedWhen"], string>> = {
  membership_gained: "the employee has a fund membership",
  stapling_check_succeeded: "a check of stapled super funds succeeds again",
  open_default_fund_chosen: "a default fund that takes new members is chosen",
  abn_corrected: "the ABN is corrected"
}

const entries = Object.entries(ISSUE_KINDS).map(
  ([kind, { actions, concerns, resolvedWhen, title }]) => `### \`${kind}\`

${title} It concerns ${concerns === "employee" ? "one employee" : "the employer's set-up"}, and is resolved automatically when
${endedBy[resolvedWhen]}.

${table(
  ["Recommended action", "In words"],
  actions.map((action) => [`\`${action}\``, ISSUE_ACTIONS[action]])
)}`
)

/** One anchor for each kind of employer issue. */
export const issueKindsPage: Page = {
  slug: "reference/issue-kinds",
  title: "Kinds of employer issue",
  description: "Every kind of employer issue, what can be done about it, and what resolves it automatically.",
  body: `
Kinds and actions are open sets: show \`title\` and the actions' \`label\` for one that you don't know. How issues come and go is
in [Employer issues](../../partners/employer-issues/).

${entries.join("\n\n")}
`
}
