import type { Flaw } from "../Flaw.ts"
import { failureAnswered200 } from "./failureAnswered200.ts"
import { failureAnswered400 } from "./failureAnswered400.ts"
import { htmlRefusals } from "./htmlRefusals.ts"
import { rateLimitAnswered403 } from "./rateLimitAnswered403.ts"
import { rateLimitAnswered503 } from "./rateLimitAnswered503.ts"
import { retryAfterAsEpoch } from "./retryAfterAsEpoch.ts"
import { retryAfterAsWords } from "./retryAfterAsWords.ts"
import { retryAfterInMilliseconds } from "./retryAfterInMilliseconds.ts"
import { retryAfterMissing } from "./retryAfterMissing.ts"
import { retryAfterNegative } from "./retryAfterNegative.ts"
import { stackTraceInFailure } from "./stackTraceInFailure.ts"
import { stackTraceInRefusal } from "./stackTraceInRefusal.ts"
import { validLookupCrash } from "./validLookupCrash.ts"
import { validRegistrationCrash } from "./validRegistrationCrash.ts"
import { validationAnswered200 } from "./validationAnswered200.ts"
import { validationAnswered401 } from "./validationAnswered401.ts"
import { validationAnswered422 } from "./validationAnswered422.ts"
import { validationAnswered429 } from "./validationAnswered429.ts"
import { validationAnswered500 } from "./validationAnswered500.ts"

export const errors: ReadonlyArray<Flaw> = [
  validationAnswered500,
  validationAnswered200,
  validationAnswered422,
  validationAnswered401,
  validationAnswered429,
  stackTraceInRefusal,
  htmlRefusals,
  retryAfterMissing,
  retryAfterAsWords,
  retryAfterAsEpoch,
  retryAfterInMilliseconds,
  retryAfterNegative,
  rateLimitAnswered503,
  rateLimitAnswered403,
  failureAnswered200,
  failureAnswered400,
  stackTraceInFailure,
  validRegistrationCrash,
  validLookupCrash
]
