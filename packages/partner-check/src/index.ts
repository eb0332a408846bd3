export type { Answer, PartnerCheck, PartnerUnderTest } from "./PartnerUnderTest.ts"
