import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const otherNameRefused: Flaw = {
  name: "other-name-refused",
  group: "schema",
  sentence: "The fund refuses a registration with previous names.",
  killedBy: ["SCHEMA-2.3-4"],
  play: () => ({ exchange: refusing((body) => "other_name" in body) })
}
