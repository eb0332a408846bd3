import type { Flaw } from "../Flaw.ts"
import { overMatching } from "./overMatching.ts"

export const sharedEndMatches: Flaw = {
  name: "shared-end-matches",
  group: "lookup",
  sentence: "The fund finds employers whose ABNs end like one of its own.",
  killedBy: ["LOOKUP-2.5-8"],
  play: () => ({ exchange: overMatching((abn, own) => abn.slice(3) === own.slice(3)) })
}
