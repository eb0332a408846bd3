import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const lateWebhook409: Flaw = {
  name: "late-webhook-409",
  group: "order",
  sentence: "Refuses webhooks of a session that it knows as completed.",
  killedBy: ["ORDER-3-5"],
  play: () => {
    const completed = new Set<string>()
    return {
      exchange: refusing(409, ({ event, id }) => {
        if (event === "onboarding_session_completed") completed.add(id)
        return event === "onboarding_session_changed" && completed.has(id)
      })
    }
  }
}
