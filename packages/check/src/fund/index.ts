export { addressesOf } from "./profile/loadProfile.ts"
export { checkFund, type CheckFundOptions } from "./checkFund.ts"
export { kit } from "./kit.ts"
export type { Answer, FundCheck, FundUnderTest } from "./FundUnderTest.ts"
