import type { Flaw } from "../Flaw.ts"

export const completionNeedsAChange: Flaw = {
  name: "completion-needs-a-change",
  group: "order",
  sentence: "Ignores the completion of a session whose progress it hasn't seen.",
  killedBy: ["ORDER-3-2"],
  play: () => {
    const begun = new Set<string>()
    return {
      works: ({ event, id }, works) => {
        if (event === "onboarding_session_changed") begun.add(id)
        return works && (event !== "onboarding_session_completed" || begun.has(id))
      }
    }
  }
}
