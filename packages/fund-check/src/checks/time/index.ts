import type { FundCheck } from "../../FundUnderTest.ts"

export const time: ReadonlyArray<FundCheck> = []
