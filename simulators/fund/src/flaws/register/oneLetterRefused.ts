import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const oneLetterRefused: Flaw = {
  name: "one-letter-refused",
  group: "register",
  sentence: "The fund refuses a name of one letter.",
  killedBy: ["REGISTER-2.3-4"],
  play: () => ({
    exchange: refusing(
      ({ family_name, first_name }) =>
        String(family_name).length < 2 || (typeof first_name === "string" && first_name.length < 2)
    )
  })
}
