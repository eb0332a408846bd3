import type { FundCheck } from "../../FundUnderTest.ts"

export const list: ReadonlyArray<FundCheck> = []
