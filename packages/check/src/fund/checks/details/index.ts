import type { FundCheck } from "../../FundUnderTest.ts"
import { accepted } from "./accepted.ts"
import { ownPath } from "./ownPath.ts"
import { repeats } from "./repeats.ts"

export const details: ReadonlyArray<FundCheck> = [ownPath, ...accepted, ...repeats]
