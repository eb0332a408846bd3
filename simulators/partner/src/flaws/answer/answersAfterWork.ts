import { isOk, isWebhook, payloadOf } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const answersAfterWork: Flaw = {
  name: "answers-after-work",
  group: "answer",
  sentence: "Answers a delivery when its calls back are done.",
  killedBy: ["ANSWER-2.1-3"],
  play: () => {
    const waiting = new Map<string, () => void>()
    return {
      exchange: async (call, serve) => {
        const id = isWebhook(call) ? payloadOf(call)?.id : undefined
        if (id === undefined) return serve(call)
        const worked = new Promise<void>((done) => waiting.set(id, done))
        const reply = await serve(call)
        const patience = new Promise((end) => setTimeout(end, 1500).unref())
        if (isOk(reply)) await Promise.race([worked, patience])
        return reply
      },
      entity: async (payload, options, fetchEntity) => {
        try {
          return await fetchEntity(payload, options)
        } finally {
          waiting.get(payload.id)?.()
        }
      }
    }
  }
}
