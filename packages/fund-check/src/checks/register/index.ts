import type { FundCheck } from "../../FundUnderTest.ts"

export const register: ReadonlyArray<FundCheck> = []
