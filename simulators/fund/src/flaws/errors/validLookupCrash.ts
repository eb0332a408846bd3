import type { Flaw } from "../Flaw.ts"
import { crashed, onLookup } from "../exchanges.ts"

export const validLookupCrash: Flaw = {
  name: "valid-lookup-crash",
  group: "errors",
  sentence: "The fund answers 500 to every lookup.",
  killedBy: ["ERRORS-7-5"],
  play: () => ({ exchange: onLookup((body) => typeof body["abn"] === "string", crashed) })
}
