import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const employerNumberPlaceholder: Flaw = {
  name: "employer-number-placeholder",
  group: "lookup",
  sentence: "The fund answers a match with N/A as employer_number.",
  killedBy: ["LOOKUP-2.5-3"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === true
        ? withAnswer(reply, { employer_found: true, employer_details: { employer_number: "N/A" } })
        : reply
    )
  })
}
