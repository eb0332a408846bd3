import type { Flaw } from "../Flaw.ts"
import { crashed, fieldNames, refusing } from "../exchanges.ts"

export const unknownFieldCrash: Flaw = {
  name: "unknown-field-crash",
  group: "schema",
  sentence: "The fund answers 500 to a field that it does not know.",
  killedBy: ["SCHEMA-7-5"],
  play: () => ({
    exchange: refusing((body) => Object.keys(body).some((name) => !fieldNames.has(name)), crashed)
  })
}
