import type { Flaw } from "../Flaw.ts"
import { failureAnswered200 } from "./failureAnswered200.ts"
import { failureAnswered400 } from "./failureAnswered400.ts"
import { htmlRefusals } from "./htmlRefusals.ts"
import { rateLimitAnswered403 } from "./rateLimitAnswered403.ts"
import { rateLimitAnswered503 } from "./rateLimitAnswered503.ts"
import { refusedPersonKept } from "./refusedPersonKept.ts"
import { retryAfter } from "./retryAfter.ts"
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
  refusedPersonKept,
  stackTraceInRefusal,
  htmlRefusals,
  ...retryAfter,
  rateLimitAnswered503,
  rateLimitAnswered403,
  failureAnswered200,
  failureAnswered400,
  stackTraceInFailure,
  validRegistrationCrash,
  validLookupCrash
]
