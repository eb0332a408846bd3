import type { Flaw } from "../Flaw.ts"
import { answering, isGood, json } from "../exchanges.ts"

export const ownEmployerMissed: Flaw = {
  name: "own-employer-missed",
  group: "lookup",
  sentence: "The fund doesn't find its employers.",
  killedBy: ["LOOKUP-2.5-1"],
  play: () => ({
    exchange: answering("lookup", (reply) => (isGood(reply) ? json(200, { employer_found: false }) : reply))
  })
}
