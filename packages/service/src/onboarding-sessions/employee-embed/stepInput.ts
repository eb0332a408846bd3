import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { normaliseAddress } from "../../personal-data/address.ts"
import { type BodyRules, type ReadableBody, wholeBody } from "../../personal-data/bodyRules.ts"
import { normaliseEmail } from "../../personal-data/text.ts"
import { Findings, type Finding } from "../../personal-data/Findings.ts"
import { takeIdentity } from "../../personal-data/identity.ts"
import { normalisePhoneNumber } from "../../personal-data/phoneNumber.ts"
import { isExemptionPossible, readTfn } from "../prefill.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { SUPER_DISCLAIMER, TFN_NOTICE } from "./texts.ts"

const refused = (detail: string) => Result.fail<Finding>({ code: "not_allowed", detail })

const OUTDATED = "This isn't the current text. Show the new one first."

/** The rules on the identity: names, the date of birth, and own words for the choice `other`. */
const identityRules = ({ members, names }: ReadableBody<S.EmbedIdentityStep>, today: S.CalendarDate) => {
  const findings = new Findings()
  const identity = takeIdentity(members, "#", today, findings)
  for (const choice of ["title", "gender"] as const) {
    const words = `${choice}_other` as const
    const isUnreadable = names.includes(words) && members[words] === undefined
    if (members[choice] === "other" && !isUnreadable && (identity[words] ?? "") === "") {
      findings.take(
        `#/${words}`,
        Result.fail<Finding>({ code: "required", detail: "Describe it in your own words." })
      )
    }
  }
  return { findings, identity }
}

/** The rules on the contacts. */
const contactRules = ({ members: { phone_number: given } }: ReadableBody<S.EmbedContactStep>) => {
  const findings = new Findings()
  const phone_number =
    given === undefined ? undefined : findings.takeNormalised("#/phone_number", normalisePhoneNumber(given))
  return { findings, phone_number }
}

/** The rules on the tax step: exactly one of number and reason, and the current notice. */
const taxRules = ({ members, names }: ReadableBody<S.EmbedTaxStep>) => {
  const findings = new Findings()
  if (names.includes("tfn") === names.includes("tfn_exemption_type")) {
    findings.take("#", refused("Give the tax file number or why there is none: exactly one of them."))
  }
  const { notice_version } = members
  if (notice_version !== undefined && notice_version !== TFN_NOTICE.version) {
    findings.take("#/notice_version", refused("This isn't the current notice. Show the new one first."))
  }
  return findings
}

/** The rules on the disclaimer: only its current version can be accepted. */
const disclaimerRules = ({ members: { accepted_version } }: ReadableBody<S.EmbedDisclaimerStep>) => {
  const findings = new Findings()
  if (accepted_version !== undefined && accepted_version !== SUPER_DISCLAIMER.version) {
    findings.take("#/accepted_version", refused(OUTDATED))
  }
  return findings
}

/** The rules of the steps that need nothing but the body. */
export const stepRules: {
  readonly saveIdentity: BodyRules<S.EmbedIdentityStep>
  readonly saveContact: BodyRules<S.EmbedContactStep>
  readonly saveTax: BodyRules<S.EmbedTaxStep>
  readonly acceptDisclaimer: BodyRules<S.EmbedDisclaimerStep>
} = {
  saveIdentity: (body, today) => identityRules(body, today).findings.errors,
  saveContact: (body) => contactRules(body).findings.errors,
  saveTax: (body) => taxRules(body).errors,
  acceptDisclaimer: (body) => disclaimerRules(body).errors
}

/** The warnings after a step is saved: the step's new ones replace its earlier ones. */
const warningsAfter = (details: SessionDetails, step: S.OnboardingStep, findings: Findings) => [
  ...details.warnings.filter((warning) => warning.step !== step),
  ...findings.warnings.map((warning): S.EmbedWarning => ({ step, ...warning }))
]

/**
 * The details with the identity step. Refuses a date of birth that contradicts the reason for having no tax file
 * number.
 */
export const readIdentityStep = (
  { details }: StoredSession,
  input: S.EmbedIdentityStep,
  today: S.CalendarDate
): Effect.Effect<SessionDetails, ValidationFailed> => {
  const { findings, identity } = identityRules(wholeBody(input), today)
  const exemption = details.tax?.tfn_exemption_type ?? null
  if (!isExemptionPossible(exemption, identity.date_of_birth, today)) {
    findings.take(
      "#/date_of_birth",
      refused("The tax step says that the person is under 18. Change it there first.")
    )
  }
  return findings.orRefuse({ ...details, identity, warnings: warningsAfter(details, "identity", findings) })
}

/** The details with the contact step. Contacts that the partner validated stay unchanged. */
export const readContactStep = (
  { details, email_validated, phone_number_validated }: StoredSession,
  input: S.EmbedContactStep
): Effect.Effect<SessionDetails, ValidationFailed> => {
  const { findings, phone_number: phone } = contactRules(wholeBody(input))
  const email = normaliseEmail(input.email)
  // Undefined only with a finding, and then nothing is saved.
  const phone_number = phone as S.PhoneNumber
  const fixed = "It was validated, and can't be changed here."
  if (email_validated && email !== details.email) findings.take("#/email", refused(fixed))
  if (phone_number_validated && phone_number !== details.phone_number)
    findings.take("#/phone_number", refused(fixed))
  const { value: address, warnings } = normaliseAddress(input.address)
  for (const warning of warnings) {
    const field = warning.code === "post_office_box" ? "address_line_1" : "postcode"
    findings.warn(`#/address/${field}`, [warning])
  }
  const contact = { email, phone_number, address }
  return findings.orRefuse({ ...details, contact, warnings: warningsAfter(details, "contact", findings) })
}

/** The details with the tax step, and the tax file number apart from them. */
export const readTaxStep = (
  { details }: StoredSession,
  input: S.EmbedTaxStep,
  today: S.CalendarDate
): Effect.Effect<{ readonly details: SessionDetails; readonly tfn: S.Tfn | undefined }, ValidationFailed> => {
  const findings = taxRules(wholeBody(input))
  const { tfn, tfn_exemption_type = null, notice_version } = input
  if (!isExemptionPossible(tfn_exemption_type, details.identity?.date_of_birth ?? null, today)) {
    findings.take("#/tfn_exemption_type", refused("This reason is for people under 18."))
  }
  return findings.orRefuse({
    details: {
      ...details,
      tax: { tfn_provided: tfn !== undefined, tfn_exemption_type },
      tfn_notice_version: notice_version
    },
    tfn: tfn === undefined ? undefined : readTfn(tfn)
  })
}

/** Checks that the employee agreed to the current version of the disclaimer. */
export const readDisclaimerStep = (input: S.EmbedDisclaimerStep): Effect.Effect<void, ValidationFailed> =>
  disclaimerRules(wholeBody(input)).orRefuse(undefined)
