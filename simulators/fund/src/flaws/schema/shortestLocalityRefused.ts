import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const shortestLocalityRefused: Flaw = {
  name: "shortest-locality-refused",
  group: "schema",
  sentence: "The fund refuses a suburb of one letter.",
  killedBy: ["SCHEMA-2.3-6"],
  play: () => ({ exchange: refusing(({ locality }) => String(locality).length === 1) })
}
