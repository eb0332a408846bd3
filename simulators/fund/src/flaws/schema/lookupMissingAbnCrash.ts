import type { Flaw } from "../Flaw.ts"
import { crashed, onLookup } from "../exchanges.ts"

export const lookupMissingAbnCrash: Flaw = {
  name: "lookup-missing-abn-crash",
  group: "schema",
  sentence: "The fund answers 500 to a lookup without an ABN.",
  killedBy: ["SCHEMA-7-6"],
  play: () => ({ exchange: onLookup((body) => !("abn" in body), crashed) })
}
