import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const neverAnswered: Flaw = {
  name: "never-answered",
  group: "limits",
  sentence: "The fund never answers.",
  killedBy: ["LIMITS-7-2"],
  play: () => ({ exchange: onOperations(() => () => {}) })
}
