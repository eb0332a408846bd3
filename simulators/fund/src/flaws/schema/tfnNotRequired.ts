import type { Flaw } from "../Flaw.ts"
import { completing } from "../exchanges.ts"

export const tfnNotRequired: Flaw = {
  name: "tfn-not-required",
  group: "schema",
  sentence: "The fund registers a person without a tax file number or an exemption.",
  killedBy: ["SCHEMA-7-1"],
  play: () => ({ exchange: completing((field) => field === "tfn") })
}
