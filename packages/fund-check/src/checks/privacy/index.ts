import type { FundCheck } from "../../FundUnderTest.ts"

export const privacy: ReadonlyArray<FundCheck> = []
