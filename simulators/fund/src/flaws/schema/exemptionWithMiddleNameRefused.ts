import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const exemptionWithMiddleNameRefused: Flaw = {
  name: "exemption-with-middle-name-refused",
  group: "schema",
  sentence: "The fund refuses a TFN exemption if there is a middle name.",
  killedBy: ["SCHEMA-2.3-7"],
  play: () => ({
    exchange: refusing((body) => "tfn_exemption_type" in body && "middle_name" in body)
  })
}
