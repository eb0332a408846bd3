import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

export const memberNumberEmpty: Flaw = {
  name: "member-number-empty",
  group: "register",
  sentence: "The fund answers an empty member number.",
  killedBy: ["REGISTER-2.4-3"],
  play: () => ({ exchange: numbering(() => "") })
}
