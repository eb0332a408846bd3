import type { Flaw } from "../Flaw.ts"
import { answeringWith } from "../exchanges.ts"

export const flatAnswer: Flaw = {
  name: "flat-answer",
  group: "schema",
  sentence: "The fund answers the member number at the top level, without member_details.",
  killedBy: ["SCHEMA-2.4-1"],
  play: () => ({ exchange: answeringWith("registration", ({ member_details }) => member_details) })
}
