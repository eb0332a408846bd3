import { issueActions, issueKinds, issueRemedies } from "@embedded-super/contracts/issue-kinds"
import { type Page, table } from "../Page.ts"

const entries = Object.entries(issueKinds).map(
  ([kind, { actions, concerns, resolved_by, title }]) => `## \`${kind}\`

${title} It concerns ${concerns === "employee" ? "one employee" : "the employer's set-up"}, and is resolved automatically when
${issueRemedies[resolved_by]}.

${table(
  ["Recommended action", "In words"],
  actions.map((action) => [`\`${action}\``, issueActions[action]])
)}`
)

/** One anchor for each kind of employer issue. */
export const issueKindsPage: Page = {
  slug: "reference/issue-kinds",
  title: "Kinds of employer issue",
  description: "Every kind of employer issue, what can be done about it, and what resolves it automatically.",
  body: `
Kinds and actions are open sets: show \`title\` and the actions' \`label\` for one that you don't know. How issues are opened and resolved is
in [Employer issues](../../partners/employer-issues/).

${entries.join("\n\n")}
`
}
