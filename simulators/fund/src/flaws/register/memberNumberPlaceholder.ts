import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberPlaceholder: Flaw = {
  name: "member-number-placeholder",
  group: "register",
  sentence: "The fund answers a placeholder as the member number.",
  killedBy: ["REGISTER-2.4-4"],
  play: () => ({ exchange: numbering(() => "Pending") })
}
