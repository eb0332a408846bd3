import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const noMatchEmpty: Flaw = {
  name: "no-match-empty",
  group: "lookup",
  sentence: "The fund answers a lookup without a match with an empty object.",
  killedBy: ["LOOKUP-2.5-4"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === false ? withAnswer(reply, {}) : reply
    )
  })
}
