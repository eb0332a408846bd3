import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const employerNumberAsNumber: Flaw = {
  name: "employer-number-as-number",
  group: "lookup",
  sentence: "The fund gives the employer number as a number.",
  killedBy: ["LOOKUP-2.5-3"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === true
        ? withAnswer(reply, { employer_found: true, employer_details: { employer_number: 4512 } })
        : reply
    )
  })
}
