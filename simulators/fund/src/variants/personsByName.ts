import type { OtherFund } from "../flaws/Flaw.ts"
import { answering, isGood, jsonIn, numberIn, withNumber } from "../flaws/exchanges.ts"

export const personsByName: OtherFund = {
  name: "persons-by-name",
  sentence:
    "The fund recognises a person by name and date of birth, and doesn't look at the tax file number.",
  play: () => {
    const numbers = new Map<string, string>()
    return {
      exchange: answering("registration", (reply, call) => {
        if (!isGood(reply)) return reply
        const { date_of_birth, family_name, first_name } = jsonIn(call)
        const person = JSON.stringify([first_name, family_name, date_of_birth]).toLowerCase()
        const known = numbers.get(person)
        numbers.set(person, known ?? numberIn(reply))
        return known === undefined ? reply : withNumber({ ...reply, status: 200 }, known)
      })
    }
  }
}
