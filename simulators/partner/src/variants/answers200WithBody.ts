import { isOk, isWebhook } from "../flaws/deliveries.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

export const answers200WithBody: OtherPartner = {
  name: "answers-200-with-body",
  sentence: "Answers 200 with a short JSON body.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return isWebhook(call) && isOk(reply)
        ? { status: 200, headers: { "content-type": "application/json" }, body: '{"received":true}' }
        : reply
    }
  })
}
