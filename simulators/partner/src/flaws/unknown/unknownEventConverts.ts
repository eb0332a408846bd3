import type { Flaw } from "../Flaw.ts"

export const unknownEventConverts: Flaw = {
  name: "unknown-event-converts",
  group: "unknown",
  sentence: "Takes every event of an intent for its completion.",
  killedBy: ["UNKNOWN-9-5"],
  play: () => ({
    works: ({ event, subject }, works) =>
      works || (subject === "onboarding_session_intent" && event !== "onboarding_intent_completed")
  })
}
