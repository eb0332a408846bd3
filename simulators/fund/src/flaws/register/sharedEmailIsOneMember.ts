import type { Flaw } from "../Flaw.ts"
import { answering, isGood, jsonIn, numberIn, withNumber } from "../exchanges.ts"

export const sharedEmailIsOneMember: Flaw = {
  name: "shared-email-is-one-member",
  group: "register",
  sentence: "The fund takes two people with the same e-mail address for one member.",
  killedBy: ["REGISTER-4.2-6"],
  play: () => {
    const numbers = new Map<string, string>()
    return {
      exchange: answering("registration", (reply, call) => {
        const { email } = jsonIn(call)
        if (!isGood(reply) || typeof email !== "string") return reply
        const known = numbers.get(email)
        numbers.set(email, known ?? numberIn(reply))
        return known === undefined ? reply : withNumber({ ...reply, status: 200 }, known)
      })
    }
  }
}
