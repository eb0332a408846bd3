import type { FundCheck } from "../../FundUnderTest.ts"
import { noHtml, noStackTrace } from "./bodies.ts"
import { refusedKeepsNothing, validationIs400, validIsNoError } from "./validation.ts"
import { failureIs5xx, rateLimitIs429, retryAfterUsable } from "./triggers.ts"

export const errors: ReadonlyArray<FundCheck> = [
  validIsNoError,
  validationIs400,
  retryAfterUsable,
  rateLimitIs429,
  failureIs5xx,
  noStackTrace,
  noHtml,
  refusedKeepsNothing
]
