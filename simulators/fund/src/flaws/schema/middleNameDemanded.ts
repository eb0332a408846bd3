import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const middleNameDemanded: Flaw = {
  name: "middle-name-demanded",
  group: "schema",
  sentence: "The fund refuses a registration without a middle name.",
  killedBy: ["SCHEMA-2.3-2"],
  play: () => ({ exchange: refusing((body) => !("middle_name" in body)) })
}
