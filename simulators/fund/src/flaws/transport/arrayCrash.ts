import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const arrayCrash: Flaw = {
  name: "array-crash",
  group: "transport",
  sentence: "The fund answers 500 to an array.",
  killedBy: ["TRANSPORT-7-3"],
  play: () => ({ exchange: badBody(({ isArray }) => isArray, crashed) })
}
