import type { FundCheck } from "../../FundUnderTest.ts"
import { detailsTimes, lookupTimes, registrationTimes } from "./answerTimes.ts"

export const time: ReadonlyArray<FundCheck> = [lookupTimes, registrationTimes, detailsTimes]
