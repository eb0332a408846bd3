import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const unitWithGenderCrash: Flaw = {
  name: "unit-with-gender-crash",
  group: "schema",
  sentence: "The fund answers 500 if address_line_2 and gender come together.",
  killedBy: ["SCHEMA-2.3-3"],
  play: () => ({
    exchange: refusing((body) => "address_line_2" in body && "gender" in body, crashed)
  })
}
