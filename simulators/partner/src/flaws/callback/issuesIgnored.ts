import type { Flaw } from "../Flaw.ts"

export const issuesIgnored: Flaw = {
  name: "issues-ignored",
  group: "callback",
  sentence: "Does nothing about issues, though they are enabled.",
  killedBy: ["CALLBACK-4.1-4"],
  play: () => ({ works: ({ subject }, works) => works && subject !== "employer_issue" })
}
