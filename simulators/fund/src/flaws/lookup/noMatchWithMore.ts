import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const noMatchWithMore: Flaw = {
  name: "no-match-with-more",
  group: "lookup",
  sentence: "The fund answers a lookup without a match with a message.",
  killedBy: ["LOOKUP-2.5-4"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === false
        ? withAnswer(reply, { employer_found: false, message: "No such employer" })
        : reply
    )
  })
}
