import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

const known: ReadonlySet<string> = new Set([
  "employer",
  "employee",
  "onboarding_session",
  "onboarding_session_intent",
  "employer_issue"
])

export const unknownSubject400: Flaw = {
  name: "unknown-subject-400",
  group: "unknown",
  sentence: "Refuses subjects that it doesn't know.",
  killedBy: ["UNKNOWN-9-1"],
  play: () => ({ exchange: refusing(400, ({ subject }) => !known.has(subject)) })
}
