import type { Flaw } from "../Flaw.ts"
import { whenBusy } from "./whenBusy.ts"

export const busyDropped: Flaw = {
  name: "busy-dropped",
  group: "limits",
  sentence: "The fund drops more than five calls at the same time.",
  killedBy: ["LIMITS-7-3"],
  play: () => whenBusy(() => (response) => void response.destroy())
}
