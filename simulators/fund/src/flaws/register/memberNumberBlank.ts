import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberBlank: Flaw = {
  name: "member-number-blank",
  group: "register",
  sentence: "The fund answers a member number of spaces.",
  killedBy: ["REGISTER-2.4-3"],
  play: () => ({ exchange: numbering(() => "   ") })
}
