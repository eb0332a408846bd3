import { isWebhook } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const forged500: Flaw = {
  name: "forged-500",
  group: "signature",
  sentence: "Answers 500 to a delivery that doesn't verify.",
  killedBy: ["SIGNATURE-2.1-13"],
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return isWebhook(call) && reply.status === 401 ? { ...reply, status: 500 } : reply
    }
  })
}
