import type { FundCheck } from "../../FundUnderTest.ts"

export const limits: ReadonlyArray<FundCheck> = []
