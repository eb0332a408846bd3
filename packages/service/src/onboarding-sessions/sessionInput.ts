import { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { normaliseEmail } from "../personal-data/text.ts"
import { Findings, refuse } from "../personal-data/Findings.ts"
import { normalisePhoneNumber } from "../personal-data/phoneNumber.ts"
import { readPrefill, readTfn } from "./prefill.ts"
import { NO_DETAILS, type SessionDetails } from "./sessionDetails.ts"

const needsContact = refuse({
  pointer: "#",
  code: "required",
  detail: "Give an e-mail address or a phone number, preferably both."
})

const validatedNothing = (field: "email" | "phone_number") =>
  refuse({
    pointer: `#/${field}_validated`,
    code: "not_allowed",
    detail: "A contact that isn't given can't be validated."
  })

const notValidated = new ValidationFailed({
  code: "contact_not_validated",
  detail:
    "Neither the e-mail address nor the phone number is validated, and this service can't send verification codes to " +
    "employees of live products. Validate one of them, and set email_validated or phone_number_validated.",
  errors: [
    {
      in: "body",
      pointer: "#/email_validated",
      code: "not_allowed",
      detail: "Either the e-mail address or the phone number has to be validated."
    }
  ]
})

/**
 * Reads a creation into its normal form: contacts, their validation, the partner's prefill. Without a validated contact
 * the employee has to verify the phone, if codes can be sent.
 */
export const readSession = Effect.fnUntraced(function* (
  input: S.OnboardingSessionCreation,
  today: S.CalendarDate,
  canSendCodes: boolean
) {
  const {
    email,
    phone_number,
    employee_detail,
    email_validated = false,
    phone_number_validated = false
  } = input
  if (email === undefined && phone_number === undefined) return yield* needsContact
  if (email === undefined && email_validated) return yield* validatedNothing("email")
  if (phone_number === undefined && phone_number_validated) return yield* validatedNothing("phone_number")
  const findings = new Findings()
  const details: SessionDetails = {
    ...NO_DETAILS,
    email: email === undefined ? null : normaliseEmail(email),
    phone_number:
      phone_number === undefined
        ? null
        : findings.takeNormalised("#/phone_number", normalisePhoneNumber(phone_number)),
    prefilled: employee_detail === undefined ? null : readPrefill(employee_detail, today, findings)
  }
  const typed = employee_detail?.tax_detail?.tfn
  const tfn = typed === undefined ? undefined : readTfn(typed)
  const validated = email_validated || phone_number_validated
  const phone_verification = validated ? ("skipped" as const) : ("incomplete" as const)
  yield* findings.orRefuse(undefined)
  if (!validated && !canSendCodes) return yield* notValidated
  return { email_validated, phone_number_validated, phone_verification, details, tfn }
})
