import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const allFieldsCrash: Flaw = {
  name: "all-fields-crash",
  group: "schema",
  sentence: "The fund answers 500 if all fields are sent together.",
  killedBy: ["SCHEMA-2.3-3"],
  play: () => ({ exchange: refusing((body) => Object.keys(body).length > 15, crashed) })
}
