import type { FundCheck } from "../../FundUnderTest.ts"
import { everyValueAccepted, examplesAccepted, lengthsAccepted } from "./accepting.ts"
import { lookupAnswer, registrationAnswer } from "./answers.ts"
import {
  combinationsAccepted,
  everythingAccepted,
  optionalAccepted,
  requiredOnlyAccepted
} from "./combinations.ts"
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
  combinationsAccepted,
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
