import type { Flaw } from "../Flaw.ts"
import { isGood, jsonIn, numberIn, on, problem } from "../exchanges.ts"

export const sharedEmailRefused: Flaw = {
  name: "shared-email-refused",
  group: "register",
  sentence: "The fund refuses a person whose e-mail address another member has.",
  killedBy: ["REGISTER-4.2-6"],
  play: () => {
    const numbers = new Map<string, string>()
    return {
      exchange: on("registration", async (call, serve) => {
        const reply = await serve(call)
        const { email } = jsonIn(call)
        if (!isGood(reply) || typeof email !== "string") return reply
        const known = numbers.get(email) ?? numberIn(reply)
        numbers.set(email, known)
        return known === numberIn(reply) ? reply : problem(409, "conflict", "The e-mail address is in use")
      })
    }
  }
}
