import { calling } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const lateWebhookCancels: Flaw = {
  name: "late-webhook-cancels",
  group: "order",
  sentence: "Cancels a session that it knows as completed when another webhook comes.",
  killedBy: ["ORDER-3-6"],
  play: () => {
    const completed = new Set<string>()
    return {
      entity: async (payload, options, fetchEntity) => {
        if (payload.event === "onboarding_session_completed") completed.add(payload.id)
        if (payload.event === "onboarding_session_changed" && completed.has(payload.id))
          await calling(payload, options, "DELETE", payload.url)
        return fetchEntity(payload, options)
      }
    }
  }
}
