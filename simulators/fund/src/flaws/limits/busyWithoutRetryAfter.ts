import type { Flaw } from "../Flaw.ts"
import { problem } from "../exchanges.ts"
import { whenBusy } from "./whenBusy.ts"

export const busyWithoutRetryAfter: Flaw = {
  name: "busy-without-retry-after",
  group: "limits",
  sentence: "The fund answers 429 without Retry-After to more than five calls at the same time.",
  killedBy: ["LIMITS-7-3"],
  play: () => whenBusy(() => problem(429, "rate_limited", "Rate limit exceeded"))
}
