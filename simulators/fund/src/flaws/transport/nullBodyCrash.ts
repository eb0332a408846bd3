import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const nullBodyCrash: Flaw = {
  name: "null-body-crash",
  group: "transport",
  sentence: "The fund answers 500 to null.",
  killedBy: ["TRANSPORT-7-5"],
  play: () => ({ exchange: badBody(({ isNull }) => isNull, crashed) })
}
