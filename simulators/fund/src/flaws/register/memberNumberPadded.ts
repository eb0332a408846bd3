import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberPadded: Flaw = {
  name: "member-number-padded",
  group: "register",
  sentence: "The fund fills member numbers with spaces up to a fixed length.",
  killedBy: ["REGISTER-2.4-5"],
  play: () => ({ exchange: numbering((number) => number.padEnd(20)) })
}
