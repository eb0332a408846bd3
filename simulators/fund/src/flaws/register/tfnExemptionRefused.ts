import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const tfnExemptionRefused: Flaw = {
  name: "tfn-exemption-refused",
  group: "register",
  sentence: "The fund refuses a TFN exemption, although its profile accepts them.",
  killedBy: ["REGISTER-2.3-12"],
  play: () => ({ exchange: refusing((body) => "tfn_exemption_type" in body) })
}
