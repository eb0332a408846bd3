import type { FundCheck } from "../../FundUnderTest.ts"
import { detailsTimes, lookupTimes, registrationTimes } from "./answerTimes.ts"
import { noLateAnswers, noServerErrors } from "./everyAnswer.ts"

export const time: ReadonlyArray<FundCheck> = [
  noServerErrors,
  noLateAnswers,
  lookupTimes,
  registrationTimes,
  detailsTimes
]
