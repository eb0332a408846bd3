import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

const states = new Set(["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"])

export const unknownValueCrash: Flaw = {
  name: "unknown-value-crash",
  group: "schema",
  sentence: "The fund answers 500 to a state that does not exist.",
  killedBy: ["SCHEMA-7-4"],
  play: () => ({
    exchange: refusing(({ state }) => typeof state === "string" && !states.has(state), crashed)
  })
}
