import { signWebhook } from "@embedded-super/partner-sdk"
import { isOk, isWebhook, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const refusalShowsSignature: Flaw = {
  name: "refusal-shows-signature",
  group: "privacy",
  sentence: "Answers a forged delivery with the signature that would have been right.",
  killedBy: ["PRIVACY-2.1-2"],
  play: () => {
    /** By the id of the delivery: several arrive at the same time. */
    const right = new Map<string, string>()
    return {
      verify: async (delivery, verify) => {
        const { product_id } = unverified(delivery).payload
        const [secret = ""] = [delivery.secrets[product_id] ?? []].flat()
        const { body, headers } = delivery
        const at = Number(headers["webhook-timestamp"]) * 1000
        const id = headers["webhook-id"] ?? ""
        right.set(id, (await signWebhook({ id, body, at }, secret))["webhook-signature"])
        return verify(delivery)
      },
      exchange: async (call, serve) => {
        const reply = await serve(call)
        const expected = right.get(String(call.headers["webhook-id"]))
        return isWebhook(call) && !isOk(reply) ? { ...reply, body: `Expected ${expected}` } : reply
      }
    }
  }
}
