import type { FundCheck } from "../../FundUnderTest.ts"

export const lookup: ReadonlyArray<FundCheck> = []
