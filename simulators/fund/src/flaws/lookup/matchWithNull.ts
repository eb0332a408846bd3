import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const matchWithNull: Flaw = {
  name: "match-with-null",
  group: "lookup",
  sentence: "The fund answers a match with employer_details null.",
  killedBy: ["LOOKUP-2.5-2"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === true
        ? withAnswer(reply, { employer_found: true, employer_details: null })
        : reply
    )
  })
}
