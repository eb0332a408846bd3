import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const validationAnswered422: Flaw = {
  name: "validation-answered-422",
  group: "errors",
  sentence: "The fund answers 422 to what fails its validation.",
  killedBy: ["ERRORS-7-1"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400 ? problem(422, "validation_failed", "The request is not valid") : reply
    })
  })
}
