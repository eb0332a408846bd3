export { checkPartner, type CheckPartnerOptions } from "./checkPartner.ts"
export { groups } from "./checks/index.ts"
export type { Answer, PartnerCheck, PartnerUnderTest } from "./PartnerUnderTest.ts"
export type { PartnerSettings } from "./settings/PartnerSettings.ts"
