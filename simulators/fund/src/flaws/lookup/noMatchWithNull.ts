import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const noMatchWithNull: Flaw = {
  name: "no-match-with-null",
  group: "lookup",
  sentence: "The fund answers a lookup without a match with employer_details null.",
  killedBy: ["LOOKUP-2.5-4"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === false
        ? withAnswer(reply, { employer_found: false, employer_details: null })
        : reply
    )
  })
}
