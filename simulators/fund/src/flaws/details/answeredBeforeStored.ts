import type { Flaw } from "../Flaw.ts"
import { answering, isGood } from "../exchanges.ts"

export const answeredBeforeStored: Flaw = {
  name: "answered-before-stored",
  group: "details",
  sentence: "The fund answers 202 before it has stored employer details.",
  killedBy: ["DETAILS-4.2-7"],
  play: () => ({
    exchange: answering("details", (reply) => (isGood(reply) ? { ...reply, status: 202 } : reply))
  })
}
