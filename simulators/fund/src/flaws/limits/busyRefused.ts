import type { Flaw } from "../Flaw.ts"
import { invalid } from "../exchanges.ts"
import { whenBusy } from "./whenBusy.ts"

export const busyRefused: Flaw = {
  name: "busy-refused",
  group: "limits",
  sentence: "The fund answers 400 to more than five calls at the same time.",
  killedBy: ["LIMITS-7-3"],
  play: () => whenBusy(invalid)
}
