import type { FundCheck } from "../../FundUnderTest.ts"

export const transport: ReadonlyArray<FundCheck> = []
