import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const answerNeverEnds: Flaw = {
  name: "answer-never-ends",
  group: "limits",
  sentence: "The fund begins its answers, and never ends them.",
  killedBy: ["LIMITS-7-2"],
  play: () => ({
    exchange: onOperations(() => (response) => {
      response.writeHead(201, { "content-type": "application/json" })
      response.write("{")
    })
  })
}
