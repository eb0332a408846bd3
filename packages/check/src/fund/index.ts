export { addressesOf } from "./profile/addressesOf.ts"
export { checkFund, type CheckFundOptions } from "./checkFund.ts"
export { kit } from "./kit.ts"
export type { Answer, FundCheck, FundUnderTest } from "./FundUnderTest.ts"
