import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberWithLineBreak: Flaw = {
  name: "member-number-with-line-break",
  group: "register",
  sentence: "The fund answers a member number with a line break in it.",
  killedBy: ["REGISTER-2.4-5"],
  play: () => ({ exchange: numbering((number) => `${number.slice(0, 4)}\n${number.slice(4)}`) })
}
