import type { Flaw } from "../Flaw.ts"
import { mixing } from "./mixing.ts"

export const lookupsMixed: Flaw = {
  name: "lookups-mixed",
  group: "limits",
  sentence: "The fund keeps the ABN of a lookup in a variable that all calls share.",
  killedBy: ["LIMITS-2.5-1"],
  play: () => mixing("lookup")
}
