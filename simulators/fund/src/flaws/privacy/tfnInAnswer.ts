import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const tfnInAnswer: Flaw = {
  name: "tfn-in-answer",
  group: "privacy",
  sentence: "The fund answers with the tax file number.",
  killedBy: ["PRIVACY-2.3-1"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) => withDetails(body, { tfn: jsonIn(call)["tfn"] }))
  })
}
