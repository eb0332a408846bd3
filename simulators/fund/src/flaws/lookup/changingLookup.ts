import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const changingLookup: Flaw = {
  name: "changing-lookup",
  group: "lookup",
  sentence: "The fund finds an employer only every second time.",
  killedBy: ["LOOKUP-2.5-10"],
  play: () => {
    let count = 0
    return {
      exchange: answering("lookup", (reply) =>
        jsonIn(reply)["employer_found"] === true && ++count % 2 === 0
          ? withAnswer(reply, { employer_found: false })
          : reply
      )
    }
  }
}
