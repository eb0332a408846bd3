import type { Flaw } from "../Flaw.ts"
import { isWebhook, replied } from "../deliveries.ts"

export const malformedSignature500: Flaw = {
  name: "malformed-signature-500",
  group: "signature",
  sentence: "Lets through what its Base64 decoder throws.",
  killedBy: ["SIGNATURE-2.1-14"],
  play: () => ({
    exchange: async (call, serve) => {
      const signature = String(call.headers["webhook-signature"] ?? "")
      return isWebhook(call) && !/^v1a?,[A-Za-z0-9+/]*=*(?: |$)/.test(signature) ? replied(500) : serve(call)
    }
  })
}
