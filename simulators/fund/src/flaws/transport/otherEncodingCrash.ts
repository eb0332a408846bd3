import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const otherEncodingCrash: Flaw = {
  name: "other-encoding-crash",
  group: "transport",
  sentence: "The fund answers 500 to a body that isn't UTF-8.",
  killedBy: ["TRANSPORT-7-6"],
  play: () => ({ exchange: badBody(({ isOtherEncoding }) => isOtherEncoding, crashed) })
}
