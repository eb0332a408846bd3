import { pasted } from "@embedded-super/contracts/pasted"
import type { PhoneNumber } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import type { Finding, Normalised, Warning } from "./Findings.ts"

const INVALID: Finding = {
  code: "invalid_phone_number",
  detail: "Not a phone number that can be called. Write an Australian number, or +, country code and number."
}

const NOT_MOBILE: Warning = {
  code: "mobile_preferred",
  detail: "A mobile number is preferred."
}

/** Most of the world dials 00 for abroad; from Australia it is 0011, which the library reads itself. */
const fromAbroad = (number: string) => number.replace(/^00(?=61)/, "+")

/**
 * The E.164 form of an Australian number in any of its usual forms, or of an international number.
 *
 * Any number but a mobile causes a warning: funds prefer a mobile (R-2.3-19, D-phone-numbers).
 */
export const normalisePhoneNumber = (input: string): Result.Result<Normalised<PhoneNumber>, Finding> => {
  const parsed = parsePhoneNumberFromString(fromAbroad(pasted("phone", input)), {
    defaultCountry: "AU",
    extract: false
  })
  if (parsed === undefined || !parsed.isValid() || parsed.ext !== undefined) return Result.fail(INVALID)
  const type = parsed.getType()
  const mobile = type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE"
  return Result.succeed({
    value: parsed.number as string as PhoneNumber,
    warnings: mobile ? [] : [NOT_MOBILE]
  })
}
