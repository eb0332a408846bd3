import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longestNameRefused: Flaw = {
  name: "longest-name-refused",
  group: "schema",
  sentence: "The fund refuses a first name of the greatest length.",
  killedBy: ["SCHEMA-2.3-6"],
  play: () => ({ exchange: refusing(({ first_name }) => [...String(first_name ?? "")].length >= 76) })
}
