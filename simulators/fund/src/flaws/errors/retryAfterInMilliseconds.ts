import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const retryAfterInMilliseconds: Flaw = {
  name: "retry-after-in-milliseconds",
  group: "errors",
  sentence: "The fund answers 429 with milliseconds in Retry-After.",
  killedBy: ["ERRORS-7-2"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429
        ? problem(429, "rate_limited", "Rate limit exceeded", { "retry-after": "30000" })
        : reply
    })
  })
}
