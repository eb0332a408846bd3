import type { Flaw } from "../Flaw.ts"
import { lookupAbns } from "../../magicValues.ts"
import { overMatching } from "./overMatching.ts"

export const formerEmployerMatches: Flaw = {
  name: "former-employer-matches",
  group: "lookup",
  sentence: "The fund finds employers that have left it.",
  killedBy: ["LOOKUP-2.5-5"],
  play: () => ({ exchange: overMatching((abn) => abn === lookupAbns.former_employer_abn) })
}
