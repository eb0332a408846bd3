import type { FundCheck } from "../../FundUnderTest.ts"

export const auth: ReadonlyArray<FundCheck> = []
