import type { Flaw } from "../Flaw.ts"
import { repairing } from "../exchanges.ts"

export const nullAccepted: Flaw = {
  name: "null-accepted",
  group: "schema",
  sentence: "The fund registers a person with null in a field.",
  killedBy: ["SCHEMA-7-3"],
  play: () => ({ exchange: repairing((value) => value === null) })
}
