import type { FundCheck } from "../../FundUnderTest.ts"
import { plainCalls } from "./plainCall.ts"

export const call: ReadonlyArray<FundCheck> = plainCalls
