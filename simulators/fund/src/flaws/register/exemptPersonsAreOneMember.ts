import type { Flaw } from "../Flaw.ts"
import { answering, isGood, jsonIn, numberIn, withNumber } from "../exchanges.ts"

export const exemptPersonsAreOneMember: Flaw = {
  name: "exempt-persons-are-one-member",
  group: "register",
  sentence: "The fund takes all people without a tax file number for one member, for each kind of exemption.",
  killedBy: ["REGISTER-2.4-8"],
  play: () => {
    const numbers = new Map<string, string>()
    return {
      exchange: answering("registration", (reply, call) => {
        const { tfn_exemption_type: type } = jsonIn(call)
        if (!isGood(reply) || typeof type !== "string") return reply
        const known = numbers.get(type)
        numbers.set(type, known ?? numberIn(reply))
        return known === undefined ? reply : withNumber({ ...reply, status: 200 }, known)
      })
    }
  }
}
