import type { Flaw } from "../Flaw.ts"
import { isGood, onOperations } from "../exchanges.ts"

export const answerTooLong: Flaw = {
  name: "answer-too-long",
  group: "limits",
  sentence: "The fund fills its answers up to more than 64 KiB.",
  killedBy: ["LIMITS-7-1"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return isGood(reply) && reply.body.length > 0
        ? { ...reply, body: reply.body.toString() + " ".repeat(66_000) }
        : reply
    })
  })
}
