import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberTooLong: Flaw = {
  name: "member-number-too-long",
  group: "register",
  sentence: "The fund answers a member number of sixty-five characters.",
  killedBy: ["REGISTER-2.4-5"],
  play: () => ({ exchange: numbering((number) => number.padStart(65, "0")) })
}
