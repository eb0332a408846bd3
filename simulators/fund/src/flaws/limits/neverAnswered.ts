import type { Flaw } from "../Flaw.ts"
import { on } from "../exchanges.ts"

export const neverAnswered: Flaw = {
  name: "never-answered",
  group: "limits",
  sentence: "The fund never answers registrations.",
  killedBy: ["LIMITS-7-2"],
  play: () => ({ exchange: on("registration", () => () => {}) })
}
