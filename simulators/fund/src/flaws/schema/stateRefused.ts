import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const stateRefused: Flaw = {
  name: "state-refused",
  group: "schema",
  sentence: "The fund refuses addresses in the Australian Capital Territory.",
  killedBy: ["SCHEMA-2.3-5"],
  play: () => ({ exchange: refusing(({ state }) => state === "ACT") })
}
