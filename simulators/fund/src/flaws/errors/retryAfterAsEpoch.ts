import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const retryAfterAsEpoch: Flaw = {
  name: "retry-after-as-epoch",
  group: "errors",
  sentence: "The fund answers 429 with the time of day in Retry-After, in seconds since 1970.",
  killedBy: ["ERRORS-7-2"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429
        ? problem(429, "rate_limited", "Rate limit exceeded", { "retry-after": "1795400000" })
        : reply
    })
  })
}
