import type { FundCheck } from "../../FundUnderTest.ts"
import { atOnce, ownLookups } from "./atOnce.ts"
import { idleConnection } from "./idleConnection.ts"
import { answerSize, inTime } from "./size.ts"

export const limits: ReadonlyArray<FundCheck> = [answerSize, inTime, atOnce, ownLookups, idleConnection]
