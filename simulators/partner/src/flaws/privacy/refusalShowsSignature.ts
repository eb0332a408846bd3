import { signWebhook } from "@embedded-super/partner-sdk"
import { isOk, isWebhook, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const refusalShowsSignature: Flaw = {
  name: "refusal-shows-signature",
  group: "privacy",
  sentence: "Answers a forged delivery with the signature that would have been right.",
  killedBy: ["PRIVACY-2.1-2"],
  play: () => {
    let shown = ""
    return {
      verify: async (delivery, verify) => {
        const { product_id } = unverified(delivery).payload
        const [secret = ""] = [delivery.secrets[product_id] ?? []].flat()
        const { body, headers } = delivery
        const at = Number(headers["webhook-timestamp"]) * 1000
        const right = await signWebhook({ id: headers["webhook-id"] ?? "", body, at }, secret)
        shown = `Expected ${right["webhook-signature"]}`
        return verify(delivery)
      },
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) && !isOk(reply) ? { ...reply, body: shown } : reply
      }
    }
  }
}
