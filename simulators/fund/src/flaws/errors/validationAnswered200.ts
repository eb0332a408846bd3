import type { Flaw } from "../Flaw.ts"
import { json, onOperations } from "../exchanges.ts"

export const validationAnswered200: Flaw = {
  name: "validation-answered-200",
  group: "errors",
  sentence: "The fund answers 200 with an error in the body to what fails its validation.",
  killedBy: ["ERRORS-7-1"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400 ? json(200, { success: false, error: "validation_failed" }) : reply
    })
  })
}
