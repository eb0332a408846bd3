import type { FundCheck } from "../../FundUnderTest.ts"

export const details: ReadonlyArray<FundCheck> = []
