import type { Flaw } from "../Flaw.ts"
import { mixing } from "./mixing.ts"

export const personsMixed: Flaw = {
  name: "persons-mixed",
  group: "limits",
  sentence: "The fund keeps the person of a registration in a variable that all calls share.",
  killedBy: ["LIMITS-2.4-1"],
  play: () => mixing("registration")
}
