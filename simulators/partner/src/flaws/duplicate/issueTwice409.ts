import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const issueTwice409: Flaw = {
  name: "issue-twice-409",
  group: "duplicate",
  sentence: "Answers 409 to a second webhook of an issue.",
  killedBy: ["DUPLICATE-6-2"],
  play: () => {
    const seen = new Set<string>()
    return {
      exchange: refusing(409, ({ event, id }) => {
        if (event !== "employer_issue_created") return false
        const isRepeat = seen.has(id)
        seen.add(id)
        return isRepeat
      })
    }
  }
}
