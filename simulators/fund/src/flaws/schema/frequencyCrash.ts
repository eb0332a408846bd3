import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const frequencyCrash: Flaw = {
  name: "frequency-crash",
  group: "schema",
  sentence: "The fund answers 500 to contributions every four weeks.",
  killedBy: ["SCHEMA-2.3-5"],
  play: () => ({
    exchange: refusing(({ contribution_frequency }) => contribution_frequency === "four_weekly", crashed)
  })
}
