import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, problem } from "../exchanges.ts"

export const noMatchAnswered404: Flaw = {
  name: "no-match-answered-404",
  group: "lookup",
  sentence: "The fund answers 404 if an employer is not found.",
  killedBy: ["LOOKUP-2.5-4"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === false
        ? problem(404, "not_found", "The employer is not found")
        : reply
    )
  })
}
