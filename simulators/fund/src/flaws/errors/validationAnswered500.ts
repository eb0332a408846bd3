import type { Flaw } from "../Flaw.ts"
import { crashed, onOperations } from "../exchanges.ts"

export const validationAnswered500: Flaw = {
  name: "validation-answered-500",
  group: "errors",
  sentence: "The fund answers 500 to everything that fails its validation.",
  killedBy: ["ERRORS-7-1"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400 ? crashed() : reply
    })
  })
}
