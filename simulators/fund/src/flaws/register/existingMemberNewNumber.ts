import type { Flaw } from "../Flaw.ts"
import { keyOf, numbering } from "../exchanges.ts"

export const existingMemberNewNumber: Flaw = {
  name: "existing-member-new-number",
  group: "register",
  sentence: "The fund registers a person who is a member already once more, under another number.",
  killedBy: ["REGISTER-4.2-3"],
  play: () => {
    const numbers = new Map<string, Map<string, string>>()
    return {
      exchange: numbering((number, call) => {
        const ofPerson = numbers.get(number) ?? new Map<string, string>()
        numbers.set(number, ofPerson)
        const given =
          ofPerson.get(keyOf(call)) ?? `${number}${ofPerson.size === 0 ? "" : `-${ofPerson.size}`}`
        ofPerson.set(keyOf(call), given)
        return given
      })
    }
  }
}
