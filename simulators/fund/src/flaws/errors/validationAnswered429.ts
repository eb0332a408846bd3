import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const validationAnswered429: Flaw = {
  name: "validation-answered-429",
  group: "errors",
  sentence: "The fund answers 429 to what fails its validation.",
  killedBy: ["ERRORS-7-1"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400 ? problem(429, "rate_limited", "Not now", { "retry-after": "1" }) : reply
    })
  })
}
