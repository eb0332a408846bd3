import { calling } from "../calls.ts"
import { isOk, isWebhook, payloadOf, replied } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const answersWithTfn: Flaw = {
  name: "answers-with-tfn",
  group: "privacy",
  sentence: "Reads the tax file number of a session, and answers a delivery with it.",
  killedBy: ["PRIVACY-2.1-1"],
  play: () => {
    const known = new Map<string, string>()
    return {
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        if (payload.subject === "onboarding_session") {
          const answer = await calling(payload, options, "GET", `${payload.url}/tfn`)
          known.set(payload.id, await answer.text())
        }
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
