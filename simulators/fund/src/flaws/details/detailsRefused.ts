import type { Flaw } from "../Flaw.ts"
import { invalid, on } from "../exchanges.ts"

export const detailsRefused: Flaw = {
  name: "details-refused",
  group: "details",
  sentence: "The fund refuses employer details.",
  killedBy: ["DETAILS-4.2-1"],
  play: () => ({ exchange: on("details", () => invalid()) })
}
