import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberZero: Flaw = {
  name: "member-number-zero",
  group: "register",
  sentence: "The fund answers 0 as the member number.",
  killedBy: ["REGISTER-2.4-4"],
  play: () => ({ exchange: numbering(() => "0") })
}
