import type { Flaw } from "../Flaw.ts"

export const neverFetches: Flaw = {
  name: "never-fetches",
  group: "callback",
  sentence: "Believes the event, and fetches nothing.",
  killedBy: ["CALLBACK-4.1-1"],
  play: () => ({ works: () => false })
}
