import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const emptyBodyCrash: Flaw = {
  name: "empty-body-crash",
  group: "transport",
  sentence: "The fund answers 500 to an empty body.",
  killedBy: ["TRANSPORT-7-4"],
  play: () => ({ exchange: badBody(({ isEmpty }) => isEmpty, crashed) })
}
