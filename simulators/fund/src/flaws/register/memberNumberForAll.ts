import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberForAll: Flaw = {
  name: "member-number-for-all",
  group: "register",
  sentence: "The fund answers the same member number for everyone.",
  killedBy: ["REGISTER-2.4-6"],
  play: () => ({ exchange: numbering(() => "0012345678") })
}
