import { isWebhook } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const neverAnswers: Flaw = {
  name: "never-answers",
  group: "answer",
  sentence: "Stores a delivery, and never answers it.",
  killedBy: ["ANSWER-2.1-1"],
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return isWebhook(call) ? () => {} : reply
    }
  })
}
