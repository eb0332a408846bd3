import type { Flaw } from "../Flaw.ts"
import { overMatching } from "./overMatching.ts"

export const everyAbnMatches: Flaw = {
  name: "every-abn-matches",
  group: "lookup",
  sentence: "The fund finds every employer.",
  killedBy: ["LOOKUP-2.5-6", "LOOKUP-2.5-4"],
  play: () => ({ exchange: overMatching(() => true) })
}
