import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const retryAfterNegative: Flaw = {
  name: "retry-after-negative",
  group: "errors",
  sentence: "The fund answers 429 with a negative Retry-After.",
  killedBy: ["ERRORS-7-2"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429
        ? problem(429, "rate_limited", "Rate limit exceeded", { "retry-after": "-1" })
        : reply
    })
  })
}
