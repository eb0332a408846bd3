import { pasted } from "@embedded-super/contracts/pasted"
import type * as S from "@embedded-super/contracts/schemas"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { ValidationFailed } from "@embedded-super/contracts/problems"
import * as Effect from "effect/Effect"
import { normaliseAddress } from "../personal-data/address.ts"
import { ageOn, checkEmploymentStart } from "../personal-data/calendarDate.ts"
import { Findings, refuse } from "../personal-data/Findings.ts"
import { takeIdentity } from "../personal-data/identity.ts"
import { readMemberNumber, readUsi, normaliseEmail } from "../personal-data/text.ts"
import { type Prefilled, NO_DETAILS, type SessionDetails } from "./sessionDetails.ts"
import { readSelfManagedFund } from "./super-selection/selfManagedFund.ts"
import { normalisePhoneNumber } from "../personal-data/phoneNumber.ts"

/** The nine digits of a tax file number. */
export const readTfn = (input: S.TfnInput): S.Tfn =>
  Redacted.make(pasted("tfn", Redacted.value(input))) as S.Tfn

/**
 * Whether the exemption is possible: `under_eighteen` requires that age (D-dates). An unknown birthday rules out
 * nothing.
 */
export const isExemptionPossible = (
  exemption: S.TfnExemptionType | null,
  dateOfBirth: S.CalendarDate | null,
  today: S.CalendarDate
) => exemption !== "under_eighteen" || dateOfBirth === null || ageOn(dateOfBirth, today) < 18

const AT = "#/employee_detail"

const readTax = (
  input: S.TaxDetailInput,
  born: S.CalendarDate | null,
  today: S.CalendarDate,
  findings: Findings
) => {
  const tfn_exemption_type = input.tfn_exemption_type ?? null
  if (input.tfn !== undefined && tfn_exemption_type !== null) {
    findings.take(
      `${AT}/tax_detail/tfn_exemption_type`,
      Result.fail({ code: "not_allowed", detail: "Give the tax file number or why there is none, not both." })
    )
  }
  if (!isExemptionPossible(tfn_exemption_type, born, today)) {
    findings.take(
      `${AT}/tax_detail/tfn_exemption_type`,
      Result.fail({ code: "not_allowed", detail: "This reason is for people under 18." })
    )
  }
  return { tfn_provided: input.tfn !== undefined, tfn_exemption_type }
}

/** One known fund, of either kind. */
const readSuperDetails = (
  input: S.KnownSuperDetailsInput | undefined,
  findings: Findings
): Pick<Prefilled, "super_details" | "self_managed_super_fund"> => {
  const [fund] = input?.super_funds ?? []
  const smsf = input?.smsf
  if (input !== undefined && (fund === undefined) === (smsf === undefined)) {
    const detail = "Give the fund that the employee has: one under super_funds, or one under smsf."
    findings.take(`${AT}/super_details`, Result.fail({ code: "not_allowed", detail }))
  }
  const { member_number } = fund ?? {}
  return {
    super_details: fund
      ? {
          usi: readUsi(fund.usi),
          member_number: member_number === undefined ? null : readMemberNumber(member_number)
        }
      : null,
    self_managed_super_fund: smsf ? readSelfManagedFund(smsf, `${AT}/super_details/smsf`, findings) : null
  }
}

/**
 * The partner's prefill in its normal form; null for omitted fields. `born` is the date of birth that is already known.
 */
export const readPrefill = (
  input: S.EmployeeDetailInput,
  today: S.CalendarDate,
  findings: Findings,
  born: S.CalendarDate | null = null
): Prefilled => {
  const { identity, address, tax_detail, employment, super_details } = input
  const takenIdentity =
    identity === undefined ? null : takeIdentity(identity, `${AT}/identity`, today, findings)
  const start = employment?.start_date
  return {
    identity: takenIdentity,
    address: address === undefined ? null : normaliseAddress(address).value,
    tax:
      tax_detail === undefined
        ? null
        : readTax(tax_detail, takenIdentity?.date_of_birth ?? born, today, findings),
    employment:
      employment === undefined
        ? null
        : {
            start_date:
              start === undefined
                ? null
                : findings.take(`${AT}/employment/start_date`, checkEmploymentStart(start, today)),
            pay_basis: employment.pay_basis ?? null,
            pay_frequency: employment.pay_frequency ?? null
          },
    ...readSuperDetails(super_details, findings)
  }
}

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
