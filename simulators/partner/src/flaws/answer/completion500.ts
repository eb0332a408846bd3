import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const completion500: Flaw = {
  name: "completion-500",
  group: "answer",
  sentence: "Fails at completed sessions.",
  killedBy: ["ANSWER-2.1-1"],
  play: () => ({ exchange: refusing(500, ({ event }) => event === "onboarding_session_completed") })
}
