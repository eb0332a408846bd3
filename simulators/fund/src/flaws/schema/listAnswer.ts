import type { Flaw } from "../Flaw.ts"
import { answeringWith } from "../exchanges.ts"

export const listAnswer: Flaw = {
  name: "list-answer",
  group: "schema",
  sentence: "The fund answers a list of members.",
  killedBy: ["SCHEMA-2.4-1"],
  play: () => ({ exchange: answeringWith("registration", (body) => [body]) })
}
