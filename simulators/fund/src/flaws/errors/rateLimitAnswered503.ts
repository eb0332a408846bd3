import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const rateLimitAnswered503: Flaw = {
  name: "rate-limit-answered-503",
  group: "errors",
  sentence: "The fund answers 503 when its rate limit is exceeded.",
  killedBy: ["ERRORS-7-3"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429 ? problem(503, "rate_limited", "Too busy") : reply
    })
  })
}
