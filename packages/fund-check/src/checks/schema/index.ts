import type { FundCheck } from "../../FundUnderTest.ts"

export const schema: ReadonlyArray<FundCheck> = []
