import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const genderRefused: Flaw = {
  name: "gender-refused",
  group: "schema",
  sentence: "The fund refuses the gender other.",
  killedBy: ["SCHEMA-2.3-5"],
  play: () => ({ exchange: refusing(({ gender }) => gender === "other") })
}
