import type { FundCheck } from "../../FundUnderTest.ts"
import { accepted, ownPath } from "./accepted.ts"
import { repeats } from "./repeats.ts"

export const details: ReadonlyArray<FundCheck> = [ownPath, ...accepted, ...repeats]
