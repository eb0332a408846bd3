import type { Flaw } from "../Flaw.ts"
import { problem } from "../exchanges.ts"
import { whenBusy } from "./whenBusy.ts"

export const busyAnswered503: Flaw = {
  name: "busy-answered-503",
  group: "limits",
  sentence: "The fund answers 503 to more than five calls at the same time.",
  killedBy: ["LIMITS-7-3"],
  play: () => whenBusy(() => problem(503, "service_unavailable", "Service unavailable"))
}
