import type { FundCheck } from "../../FundUnderTest.ts"
import {
  everythingAccepted,
  everyValueAccepted,
  examplesAccepted,
  lengthsAccepted,
  optionalAccepted,
  requiredOnlyAccepted
} from "./accepting.ts"
import { lookupAnswer, registrationAnswer } from "./answers.ts"
import {
  lookupRefused,
  missingRefused,
  nullRefused,
  unknownFieldHandled,
  unusableRefused,
  wrongTypeRefused
} from "./refusing.ts"

export const schema: ReadonlyArray<FundCheck> = [
  registrationAnswer,
  lookupAnswer,
  requiredOnlyAccepted,
  everythingAccepted,
  optionalAccepted,
  everyValueAccepted,
  lengthsAccepted,
  examplesAccepted,
  missingRefused,
  wrongTypeRefused,
  nullRefused,
  unusableRefused,
  unknownFieldHandled,
  lookupRefused
]
