export { groups } from "./checks/index.ts"
export type { Answer, FundCheck, FundUnderTest } from "./FundUnderTest.ts"
