import { crowded } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const burst500: Flaw = {
  name: "burst-500",
  group: "burst",
  sentence: "Fails when more than ten deliveries come at once.",
  killedBy: ["BURST-2.1-1"],
  play: () => ({ exchange: crowded(10, { status: 500, headers: {}, body: "" }) })
}
