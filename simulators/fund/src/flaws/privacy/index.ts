import type { Flaw } from "../Flaw.ts"
import { addressInAnswer } from "./addressInAnswer.ts"
import { birthDateInAnswer } from "./birthDateInAnswer.ts"
import { birthDateInError } from "./birthDateInError.ts"
import { rejectedValueInError } from "./rejectedValueInError.ts"
import { requestInError } from "./requestInError.ts"
import { optionalTfn } from "./optionalTfn.ts"
import { birthDateInMemberNumber } from "./birthDateInMemberNumber.ts"
import { tfnAsBase64 } from "./tfnAsBase64.ts"
import { lastDigitsOfTfn } from "./lastDigitsOfTfn.ts"
import { localBirthDateInAnswer } from "./localBirthDateInAnswer.ts"
import { familyNameInError } from "./familyNameInError.ts"
import { tfnAsMemberNumber } from "./tfnAsMemberNumber.ts"
import { tfnInAnswer } from "./tfnInAnswer.ts"
import { tfnInError } from "./tfnInError.ts"
import { tfnInGroups } from "./tfnInGroups.ts"
import { tfnInHeader } from "./tfnInHeader.ts"

export const privacy: ReadonlyArray<Flaw> = [
  tfnInAnswer,
  tfnInGroups,
  tfnInHeader,
  tfnAsBase64,
  lastDigitsOfTfn,
  tfnAsMemberNumber,
  ...optionalTfn,
  birthDateInMemberNumber,
  tfnInError,
  requestInError,
  birthDateInAnswer,
  localBirthDateInAnswer,
  addressInAnswer,
  birthDateInError,
  familyNameInError,
  rejectedValueInError
]
