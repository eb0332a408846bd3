import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longestAddressRefused: Flaw = {
  name: "longest-address-refused",
  group: "schema",
  sentence: "The fund refuses an address line of the greatest length.",
  killedBy: ["SCHEMA-2.3-6"],
  play: () => ({ exchange: refusing(({ address_line_1 }) => String(address_line_1).length >= 100) })
}
