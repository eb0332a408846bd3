import type { Flaw } from "../Flaw.ts"
import { completing } from "../exchanges.ts"

export const birthDateNotRequired: Flaw = {
  name: "birth-date-not-required",
  group: "schema",
  sentence: "The fund registers a person without a date of birth.",
  killedBy: ["SCHEMA-7-1"],
  play: () => ({ exchange: completing((field) => field === "date_of_birth") })
}
