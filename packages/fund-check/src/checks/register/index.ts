import type { FundCheck } from "../../FundUnderTest.ts"
import { drawnNames } from "./drawnNames.ts"
import { exemptions } from "./exemptions.ts"
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
  everyScript,
  hyphenAndSpace,
  leadingZero,
  leapDay,
  longName,
  oneLetter,
  singleName
} from "./persons.ts"
import {
  existingMember,
  keyOfAnother,
  parallelSame,
  repeatAfterRestart,
  repeatSame,
  sharedEmail
} from "./repeats.ts"

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
  everyScript,
  leadingZero,
  everyPhone,
  everyAge,
  exemptions,
  repeatSame,
  repeatAfterRestart,
  parallelSame,
  existingMember,
  keyOfAnother,
  sharedEmail
]
