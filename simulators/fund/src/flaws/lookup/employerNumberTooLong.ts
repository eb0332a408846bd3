import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const employerNumberTooLong: Flaw = {
  name: "employer-number-too-long",
  group: "lookup",
  sentence: "The fund gives employer numbers of 65 characters.",
  killedBy: ["LOOKUP-2.5-3"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === true
        ? withAnswer(reply, { employer_found: true, employer_details: { employer_number: "E".repeat(65) } })
        : reply
    )
  })
}
