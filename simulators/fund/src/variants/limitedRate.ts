import type { OtherFund } from "../flaws/Flaw.ts"
import { onOperations, problem } from "../flaws/exchanges.ts"

/** A second's limit, so that a run of the checks meets it and doesn't wait for long. */
const MOST_A_SECOND = 100

export const limitedRate: OtherFund = {
  name: "limited-rate",
  sentence:
    "The fund answers 429 to more than a hundred calls in a second, and its profile names no such limit.",
  play: () => {
    let second = 0
    let calls = 0
    return {
      exchange: onOperations((call, serve) => {
        const now = Math.floor(Date.now() / 1000)
        calls = now === second ? calls + 1 : 1
        second = now
        return calls > MOST_A_SECOND
          ? problem(429, "rate_limited", "Too many calls", { "retry-after": "1" })
          : serve(call)
      })
    }
  }
}
