import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const retryAfterAsWords: Flaw = {
  name: "retry-after-as-words",
  group: "errors",
  sentence: "The fund answers 429 with words in Retry-After.",
  killedBy: ["ERRORS-7-2"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429
        ? problem(429, "rate_limited", "Rate limit exceeded", { "retry-after": "a minute" })
        : reply
    })
  })
}
