import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberNull: Flaw = {
  name: "member-number-null",
  group: "register",
  sentence: "The fund answers null as the member number.",
  killedBy: ["REGISTER-2.4-2"],
  play: () => ({ exchange: numbering(() => null) })
}
