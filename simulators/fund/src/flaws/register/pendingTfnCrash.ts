import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const pendingTfnCrash: Flaw = {
  name: "pending-tfn-crash",
  group: "register",
  sentence: "The fund answers 500 to a person whose tax file number is pending.",
  killedBy: ["REGISTER-2.3-12"],
  play: () => ({ exchange: refusing(({ tfn_exemption_type }) => tfn_exemption_type === "pending", crashed) })
}
