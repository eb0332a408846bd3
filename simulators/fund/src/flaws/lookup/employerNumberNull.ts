import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const employerNumberNull: Flaw = {
  name: "employer-number-null",
  group: "lookup",
  sentence: "The fund answers a match with employer_number null.",
  killedBy: ["LOOKUP-2.5-3"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === true
        ? withAnswer(reply, { employer_found: true, employer_details: { employer_number: null } })
        : reply
    )
  })
}
