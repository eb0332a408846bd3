import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberAsNumber: Flaw = {
  name: "member-number-as-number",
  group: "register",
  sentence: "The fund answers the member number as a number.",
  killedBy: ["REGISTER-2.4-1"],
  play: () => ({ exchange: numbering((number) => Number(number)) })
}
