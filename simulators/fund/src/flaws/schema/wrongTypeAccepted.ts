import type { Flaw } from "../Flaw.ts"
import { repairing } from "../exchanges.ts"

export const wrongTypeAccepted: Flaw = {
  name: "wrong-type-accepted",
  group: "schema",
  sentence: "The fund registers a person with fields of a wrong type.",
  killedBy: ["SCHEMA-7-2"],
  play: () => ({ exchange: repairing((value) => value !== null && typeof value !== "string") })
}
