import type { FundCheck } from "../../FundUnderTest.ts"

export const errors: ReadonlyArray<FundCheck> = []
