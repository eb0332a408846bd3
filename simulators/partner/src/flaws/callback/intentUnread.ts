import { converting } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const intentUnread: Flaw = {
  name: "intent-unread",
  group: "callback",
  sentence: "Creates the session of an intent before it fetches the intent.",
  killedBy: ["CALLBACK-4.1-8"],
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      if (payload.event === "onboarding_intent_completed")
        await converting(payload, options, `session-of-${payload.id}`)
      return fetchEntity(payload, options)
    }
  })
}
