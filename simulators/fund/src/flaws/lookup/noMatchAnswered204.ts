import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn } from "../exchanges.ts"

export const noMatchAnswered204: Flaw = {
  name: "no-match-answered-204",
  group: "lookup",
  sentence: "The fund answers 204 if an employer is not found.",
  killedBy: ["LOOKUP-2.5-4"],
  play: () => ({
    exchange: answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === false ? { status: 204, headers: {}, body: "" } : reply
    )
  })
}
