import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const longAgoBirthCrash: Flaw = {
  name: "long-ago-birth-crash",
  group: "schema",
  sentence: "The fund answers 500 to a date of birth of more than a hundred years ago.",
  killedBy: ["SCHEMA-7-4"],
  play: () => ({
    exchange: refusing(({ date_of_birth }) => String(date_of_birth).startsWith("1900"), crashed)
  })
}
