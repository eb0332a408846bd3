import { isOk, isWebhook } from "../flaws/deliveries.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

export const worksLater: OtherPartner = {
  name: "works-later",
  sentence: "Answers 202, and calls back a while later.",
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      await new Promise((passed) => setTimeout(passed, 100))
      return fetchEntity(payload, options)
    },
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return isWebhook(call) && isOk(reply) ? { ...reply, status: 202 } : reply
    }
  })
}
