import type { Flaw } from "../Flaw.ts"
import { invalid, onOperations } from "../exchanges.ts"

export const failureAnswered400: Flaw = {
  name: "failure-answered-400",
  group: "errors",
  sentence: "The fund answers 400 when it fails itself.",
  killedBy: ["ERRORS-7-4"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status >= 500 ? invalid() : reply
    })
  })
}
