import { isWebhook } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const closesConnection: Flaw = {
  name: "closes-connection",
  group: "answer",
  sentence: "Closes the connection in place of an answer.",
  killedBy: ["ANSWER-2.1-1"],
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return isWebhook(call) ? () => void call.source.socket.destroy() : reply
    }
  })
}
