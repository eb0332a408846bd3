import type { Flaw } from "../Flaw.ts"
import { overMatching } from "./overMatching.ts"

export const sharedBeginningMatches: Flaw = {
  name: "shared-beginning-matches",
  group: "lookup",
  sentence: "The fund finds employers whose ABNs begin like one of its own.",
  killedBy: ["LOOKUP-2.5-7"],
  play: () => ({ exchange: overMatching((abn, own) => abn.slice(0, 8) === own.slice(0, 8)) })
}
