import type { Flaw } from "../Flaw.ts"
import { crashed, lacksRequired, refusing } from "../exchanges.ts"

export const missingFieldCrash: Flaw = {
  name: "missing-field-crash",
  group: "schema",
  sentence: "The fund answers 500 to a registration without a required field.",
  killedBy: ["SCHEMA-7-1"],
  play: () => ({ exchange: refusing((body) => lacksRequired(body), crashed) })
}
