import { isOk, isWebhook } from "../flaws/deliveries.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

export const refusesWith403: OtherPartner = {
  name: "refuses-with-403",
  sentence: "Answers 403 to everything that doesn't verify.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return isWebhook(call) && !isOk(reply) ? { ...reply, status: 403, body: "Forbidden" } : reply
    }
  })
}
