import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const validationAnswered401: Flaw = {
  name: "validation-answered-401",
  group: "errors",
  sentence: "The fund answers 401 to what fails its validation.",
  killedBy: ["ERRORS-7-1"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400 ? problem(401, "unauthenticated", "Not permitted") : reply
    })
  })
}
