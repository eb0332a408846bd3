import type { Flaw } from "../Flaw.ts"
import { answering, isGood, keyOf, problem } from "../exchanges.ts"

export const registrationRepeatRefused: Flaw = {
  name: "registration-repeat-refused",
  group: "register",
  sentence: "The fund refuses a repeat with the same Idempotency-Key as a conflict.",
  killedBy: ["REGISTER-4.2-1"],
  play: () => {
    const seen = new Set<string>()
    return {
      exchange: answering("registration", (reply, call) => {
        if (!isGood(reply)) return reply
        const isRepeat = seen.has(keyOf(call))
        seen.add(keyOf(call))
        return isRepeat ? problem(409, "conflict", "The person is a member already") : reply
      })
    }
  }
}
