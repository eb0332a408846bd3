import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const issuesAnswered410: Flaw = {
  name: "issues-answered-410",
  group: "answer",
  sentence: "Answers 410 to issues, which it has no use for.",
  killedBy: ["ANSWER-2.1-1"],
  play: () => ({ exchange: refusing(410, ({ subject }) => subject === "employer_issue") })
}
