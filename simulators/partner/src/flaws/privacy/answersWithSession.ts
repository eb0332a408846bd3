import { isOk, isWebhook, payloadOf, replied } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const answersWithSession: Flaw = {
  name: "answers-with-session",
  group: "privacy",
  sentence: "Answers a delivery with what it knows of the session.",
  killedBy: ["PRIVACY-2.1-1"],
  play: () => {
    const known = new Map<string, string>()
    return {
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        known.set(payload.id, JSON.stringify(fetched))
        return fetched
      },
      exchange: async (call, serve) => {
        const reply = await serve(call)
        const record = isWebhook(call) ? known.get(payloadOf(call)?.id ?? "") : undefined
        return isOk(reply) && record !== undefined ? replied(200, record) : reply
      }
    }
  }
}
