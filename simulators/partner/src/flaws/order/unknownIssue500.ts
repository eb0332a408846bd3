import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const unknownIssue500: Flaw = {
  name: "unknown-issue-500",
  group: "order",
  sentence: "Fails at the resolution of an issue that it doesn't know.",
  killedBy: ["ORDER-3-8"],
  play: () => {
    const known = new Set<string>()
    return {
      exchange: refusing(500, ({ event, id }) => {
        if (event === "employer_issue_created") known.add(id)
        return event === "employer_issue_resolved" && !known.has(id)
      })
    }
  }
}
