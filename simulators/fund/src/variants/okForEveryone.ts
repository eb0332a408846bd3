import type { OtherFund } from "../flaws/Flaw.ts"
import { answering, isGood } from "../flaws/exchanges.ts"

export const okForEveryone: OtherFund = {
  name: "ok-for-everyone",
  sentence: "The fund answers 200 for a new member too.",
  play: () => ({
    exchange: answering("registration", (reply) => (isGood(reply) ? { ...reply, status: 200 } : reply))
  })
}
