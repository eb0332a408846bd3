import type { FundCheck } from "../../FundUnderTest.ts"

export const tls: ReadonlyArray<FundCheck> = []
