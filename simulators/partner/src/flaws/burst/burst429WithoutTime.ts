import { crowded } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const burst429WithoutTime: Flaw = {
  name: "burst-429-without-time",
  group: "burst",
  sentence: "Answers 429 without Retry-After when more than ten deliveries come at once.",
  killedBy: ["BURST-2.1-1"],
  play: () => ({ exchange: crowded(10, { status: 429, headers: {}, body: "" }) })
}
