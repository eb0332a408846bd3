/** The simulators, started in this process for the kits, and the files that `init` writes. */
export { profileText } from "../src/fund/profile/profileText.ts"
export { decodeSettings, withSecrets } from "../src/partner/PartnerSettings.ts"
export { simulatedFund } from "./fund/startedFund.ts"
export { type Played, startedFund, type StartOptions } from "./fund/startedFund.ts"
export { startedPartner } from "./partner/simulatedPartner.ts"
