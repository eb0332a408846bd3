import type { OtherFund } from "../flaws/Flaw.ts"
import { answering, isGood } from "../flaws/exchanges.ts"

export const createdForEveryone: OtherFund = {
  name: "created-for-everyone",
  sentence: "The fund answers 201 for an existing member too.",
  play: () => ({
    exchange: answering("registration", (reply) => (isGood(reply) ? { ...reply, status: 201 } : reply))
  })
}
