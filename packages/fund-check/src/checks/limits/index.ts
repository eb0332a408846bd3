import type { FundCheck } from "../../FundUnderTest.ts"
import { atOnce } from "./atOnce.ts"
import { keepAlive } from "./keepAlive.ts"
import { retryAfter } from "./retryAfter.ts"
import { answerSize, inTime } from "./size.ts"

export const limits: ReadonlyArray<FundCheck> = [answerSize, inTime, retryAfter, keepAlive, atOnce]
