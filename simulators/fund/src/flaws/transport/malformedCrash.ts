import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const malformedCrash: Flaw = {
  name: "malformed-crash",
  group: "transport",
  sentence: "The fund answers 500 to a body that isn't JSON.",
  killedBy: ["TRANSPORT-7-1", "TRANSPORT-7-2"],
  play: () => ({ exchange: badBody(({ isBroken }) => isBroken, crashed) })
}
