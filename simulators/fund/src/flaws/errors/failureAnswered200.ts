import type { Flaw } from "../Flaw.ts"
import { json, onOperations } from "../exchanges.ts"

export const failureAnswered200: Flaw = {
  name: "failure-answered-200",
  group: "errors",
  sentence: "The fund answers 200 with an error in the body when it fails.",
  killedBy: ["ERRORS-7-4"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status >= 500 ? json(200, { error: "database unavailable" }) : reply
    })
  })
}
