import type { Flaw } from "../Flaw.ts"
import { answering, invalid, isGood } from "../exchanges.ts"

export const detailsRefused: Flaw = {
  name: "details-refused",
  group: "details",
  sentence: "The fund refuses employer details.",
  killedBy: ["DETAILS-4.2-1"],
  play: () => ({ exchange: answering("details", (reply) => (isGood(reply) ? invalid() : reply)) })
}
