import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const retryAfterMissing: Flaw = {
  name: "retry-after-missing",
  group: "errors",
  sentence: "The fund answers 429 without Retry-After.",
  killedBy: ["ERRORS-7-2"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429 ? problem(429, "rate_limited", "Rate limit exceeded") : reply
    })
  })
}
