import type { FundCheck } from "../../FundUnderTest.ts"
import { match, noMatch } from "./match.ts"
import { overMatch } from "./overMatch.ts"
import { inTime, spaces, steady } from "./steady.ts"

export const lookup: ReadonlyArray<FundCheck> = [...match, noMatch, ...overMatch, spaces, steady, inTime]
