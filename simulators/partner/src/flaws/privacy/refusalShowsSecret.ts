import { isOk, isWebhook, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const refusalShowsSecret: Flaw = {
  name: "refusal-shows-secret",
  group: "privacy",
  sentence: "Answers a forged delivery with the secret that it tried.",
  killedBy: ["PRIVACY-2.1-2"],
  play: () => {
    let shown = ""
    return {
      verify: async (delivery, verify) => {
        const { product_id } = unverified(delivery).payload
        const [secret = ""] = [delivery.secrets[product_id] ?? []].flat()
        shown = `No signature fits ${secret}`
        return verify(delivery)
      },
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) && !isOk(reply) ? { ...reply, body: shown } : reply
      }
    }
  }
}
