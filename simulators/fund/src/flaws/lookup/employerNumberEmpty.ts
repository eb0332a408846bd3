import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const employerNumberEmpty: Flaw = {
  name: "employer-number-empty",
  group: "lookup",
  sentence: "The fund gives an empty employer number.",
  killedBy: ["LOOKUP-2.5-3"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === true
        ? withAnswer(reply, { employer_found: true, employer_details: { employer_number: "" } })
        : reply
    )
  })
}
