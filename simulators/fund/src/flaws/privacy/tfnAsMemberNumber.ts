import type { Flaw } from "../Flaw.ts"
import { jsonIn, numbering } from "../exchanges.ts"

export const tfnAsMemberNumber: Flaw = {
  name: "tfn-as-member-number",
  group: "privacy",
  sentence: "The fund uses the tax file number as the member number.",
  killedBy: ["PRIVACY-2.3-1"],
  play: () => ({ exchange: numbering((number, call) => jsonIn(call)["tfn"] ?? number) })
}
