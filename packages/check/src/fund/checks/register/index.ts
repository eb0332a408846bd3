import type { FundCheck } from "../../FundUnderTest.ts"
import { drawnNames } from "./drawnNames.ts"
import { numbersOfOnesOwn } from "./sharedNumbers.ts"
import { existingMember, existingNumber } from "./existingMember.ts"
import { everyEmail, everyStartDate, zeroOfTfn } from "./everydayValues.ts"
import { exemptions, exemptPersons } from "./exemptions.ts"
import {
  noPlaceholder,
  numberFits,
  numberIsText,
  numberNotEmpty,
  numberPresent,
  numbersDiffer
} from "./memberNumbers.ts"
import {
  accents,
  apostrophe,
  everyAge,
  everyPhone,
  everyLatinLetter,
  landline,
  hyphenAndSpace,
  leadingZero,
  leapDay,
  longName,
  oneLetter,
  singleName
} from "./persons.ts"
import { sharedMarks } from "./pairs.ts"
import { keyOfAnother, keyOfRefusal, parallelSame, repeatAfterRestart, repeatSame } from "./repeats.ts"

export const register: ReadonlyArray<FundCheck> = [
  numberPresent,
  numberIsText,
  numberNotEmpty,
  noPlaceholder,
  numberFits,
  numbersDiffer,
  apostrophe,
  accents,
  hyphenAndSpace,
  oneLetter,
  longName,
  leapDay,
  drawnNames,
  singleName,
  everyLatinLetter,
  leadingZero,
  landline,
  everyPhone,
  everyAge,
  everyEmail,
  zeroOfTfn,
  everyStartDate,
  exemptions,
  exemptPersons,
  repeatSame,
  repeatAfterRestart,
  parallelSame,
  existingNumber,
  existingMember,
  keyOfAnother,
  keyOfRefusal,
  ...sharedMarks,
  numbersOfOnesOwn
]
