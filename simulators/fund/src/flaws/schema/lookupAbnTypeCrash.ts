import type { Flaw } from "../Flaw.ts"
import { crashed, onLookup } from "../exchanges.ts"

export const lookupAbnTypeCrash: Flaw = {
  name: "lookup-abn-type-crash",
  group: "schema",
  sentence: "The fund answers 500 to a lookup whose ABN is not a text.",
  killedBy: ["SCHEMA-7-6"],
  play: () => ({ exchange: onLookup((body) => "abn" in body && typeof body["abn"] !== "string", crashed) })
}
