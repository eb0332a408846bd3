import type { Flaw } from "../Flaw.ts"
import { answering, isGood, keyOf, numberIn, problem } from "../exchanges.ts"

export const existingMemberRefused: Flaw = {
  name: "existing-member-refused",
  group: "register",
  sentence: "The fund refuses a person who is a member already.",
  killedBy: ["REGISTER-4.2-3"],
  play: () => {
    const keys = new Map<string, string>()
    return {
      exchange: answering("registration", (reply, call) => {
        if (!isGood(reply)) return reply
        const first = keys.get(numberIn(reply))
        keys.set(numberIn(reply), first ?? keyOf(call))
        return first === undefined || first === keyOf(call)
          ? reply
          : problem(409, "conflict", "The person is a member already")
      })
    }
  }
}
