import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const nullCrash: Flaw = {
  name: "null-crash",
  group: "schema",
  sentence: "The fund answers 500 to null in a field.",
  killedBy: ["SCHEMA-7-3"],
  play: () => ({ exchange: refusing((body) => Object.values(body).includes(null), crashed) })
}
