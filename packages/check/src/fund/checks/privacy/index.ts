import type { FundCheck } from "../../FundUnderTest.ts"
import { noPersonalData, noTfn } from "./inAnswers.ts"
import { noPersonalDataInErrors, noTfnInErrors } from "./inErrors.ts"

export const privacy: ReadonlyArray<FundCheck> = [
  noTfn,
  noTfnInErrors,
  noPersonalData,
  noPersonalDataInErrors
]
