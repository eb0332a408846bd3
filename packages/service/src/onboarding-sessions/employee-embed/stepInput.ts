import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { normaliseAddress } from "../../personal-data/address.ts"
import {
  type ReadableBody,
  wholeBody,
  Findings,
  type Finding,
  type PlacedFinding
} from "../../personal-data/Findings.ts"
import { normaliseEmail } from "../../personal-data/text.ts"
import { NAMES, takeIdentity } from "../../personal-data/identity.ts"
import { inLatin } from "../../personal-data/personName.ts"
import { normalisePhoneNumber } from "../../personal-data/phoneNumber.ts"
import { isExemptionPossible, readTfn } from "../prefill.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { SUPER_DISCLAIMER, TFN_NOTICE } from "./texts.ts"

const refused = (detail: string) => Result.fail<Finding>({ code: "not_allowed", detail })

const OUTDATED = "This isn't the current text. Show the new one first."

/** The stored facts that the rules of a step compare its body with. */
export type Known = Pick<StoredSession, "details" | "email_validated" | "phone_number_validated">

/**
 * The rules on the identity: names in Latin letters, the date of birth, which must not contradict the reason for having no
 * tax file number, and own words for the choice `other`.
 */
const identityRules = (
  { members, names }: ReadableBody<S.EmbedIdentityStep>,
  { details }: Known,
  today: S.CalendarDate
) => {
  const findings = new Findings()
  const identity = takeIdentity(members, "#", today, findings)
  for (const field of NAMES) {
    // Undefined with a finding.
    const name: S.PersonName | null | undefined = identity[field]
    if (name) findings.take(`#/${field}`, inLatin(name))
  }
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
  const exemption = details.tax?.tfn_exemption_type ?? null
  if (!isExemptionPossible(exemption, identity.date_of_birth ?? null, today)) {
    findings.take(
      "#/date_of_birth",
      refused("The tax step says that the person is under 18. Change it there first.")
    )
  }
  return { findings, identity }
}

const FIXED = refused("It was validated, and can't be changed here.")

/** The rules on the contacts: those that the partner validated stay unchanged. */
const contactRules = (
  { members }: ReadableBody<S.EmbedContactStep>,
  { details, email_validated, phone_number_validated }: Known
) => {
  const findings = new Findings()
  const email = members.email === undefined ? undefined : normaliseEmail(members.email)
  const phone_number =
    members.phone_number === undefined
      ? undefined
      : findings.takeNormalised("#/phone_number", normalisePhoneNumber(members.phone_number))
  if (email_validated && email !== undefined && email !== details.email) findings.take("#/email", FIXED)
  if (phone_number_validated && phone_number !== undefined && phone_number !== details.phone_number) {
    findings.take("#/phone_number", FIXED)
  }
  return { findings, email, phone_number }
}

/** The ways to answer the tax step. */
const TAX_ANSWERS = ["tfn", "tfn_exemption_type", "keep_tfn"] as const

/**
 * The rules on the tax step: exactly one of the number, the reason and the stored number, a reason that the age allows,
 * and the current notice.
 */
const taxRules = (
  { members, names }: ReadableBody<S.EmbedTaxStep>,
  { details }: Known,
  today: S.CalendarDate
) => {
  const findings = new Findings()
  if (TAX_ANSWERS.filter((answer) => names.includes(answer)).length !== 1) {
    findings.take(
      "#",
      refused("Give the tax file number, keep the stored one, or say why there is none: exactly one of them.")
    )
  }
  if (members.keep_tfn === true && !hasTfn(details)) {
    findings.take("#/keep_tfn", refused("There is no stored tax file number to keep."))
  }
  const { notice_version, tfn_exemption_type = null } = members
  if (notice_version !== undefined && notice_version !== TFN_NOTICE.version) {
    findings.take("#/notice_version", refused("This isn't the current notice. Show the new one first."))
  }
  if (!isExemptionPossible(tfn_exemption_type, details.identity?.date_of_birth ?? null, today)) {
    findings.take("#/tfn_exemption_type", refused("This reason is for people under 18."))
  }
  return findings
}

/** Whether a number is stored: the employee's, or the partner's before the employee has answered. */
const hasTfn = ({ prefilled, tax }: SessionDetails): boolean => (tax ?? prefilled?.tax)?.tfn_provided === true

/** The rules on the disclaimer: only its current version can be accepted. */
const disclaimerRules = ({ members: { accepted_version } }: ReadableBody<S.EmbedDisclaimerStep>) => {
  const findings = new Findings()
  if (accepted_version !== undefined && accepted_version !== SUPER_DISCLAIMER.version) {
    findings.take("#/accepted_version", refused(OUTDATED))
  }
  return findings
}

/** The rules of a step's body and of the stored session. */
type StepRules<Body> = (
  body: ReadableBody<Body>,
  session: Known,
  today: S.CalendarDate
) => ReadonlyArray<PlacedFinding>

/** The rules of the steps by operation, for a body that may not fit its schema. */
export const stepRules: {
  readonly saveIdentity: StepRules<S.EmbedIdentityStep>
  readonly saveContact: StepRules<S.EmbedContactStep>
  readonly saveTax: StepRules<S.EmbedTaxStep>
  readonly acceptDisclaimer: StepRules<S.EmbedDisclaimerStep>
} = {
  saveIdentity: (body, session, today) => identityRules(body, session, today).findings.errors,
  saveContact: (body, session) => contactRules(body, session).findings.errors,
  saveTax: (body, session, today) => taxRules(body, session, today).errors,
  acceptDisclaimer: (body) => disclaimerRules(body).errors
}

/** The warnings after a step is saved: the step's new ones replace its earlier ones. */
const warningsAfter = (details: SessionDetails, step: S.OnboardingStep, findings: Findings) => [
  ...details.warnings.filter((warning) => warning.step !== step),
  ...findings.warnings.map((warning): S.EmbedWarning => ({ step, ...warning }))
]

/** The details with the identity step. */
export const readIdentityStep = (
  session: StoredSession,
  input: S.EmbedIdentityStep,
  today: S.CalendarDate
): Effect.Effect<SessionDetails, ValidationFailed> => {
  const { details } = session
  const { findings, identity } = identityRules(wholeBody(input), session, today)
  return findings.orRefuse({ ...details, identity, warnings: warningsAfter(details, "identity", findings) })
}

/** The details with the contact step. */
export const readContactStep = (
  session: StoredSession,
  input: S.EmbedContactStep
): Effect.Effect<SessionDetails, ValidationFailed> => {
  const { details } = session
  const { findings, ...read } = contactRules(wholeBody(input), session)
  // Undefined only with a finding, and then nothing is saved.
  const { email, phone_number } = read as Pick<S.Contact, "email" | "phone_number">
  const { value: address, warnings } = normaliseAddress(input.address)
  for (const warning of warnings) {
    const field = warning.code === "post_office_box" ? "address_line_1" : "postcode"
    findings.warn(`#/address/${field}`, [warning])
  }
  const contact = { email, phone_number, address }
  return findings.orRefuse({ ...details, contact, warnings: warningsAfter(details, "contact", findings) })
}

/** The details with the tax step, and the tax file number to store: a new one, the kept one, or none. */
export const readTaxStep = (
  session: StoredSession,
  input: S.EmbedTaxStep,
  today: S.CalendarDate
): Effect.Effect<
  { readonly details: SessionDetails; readonly tfn: S.Tfn | "kept" | "none" },
  ValidationFailed
> => {
  const { keep_tfn = false, notice_version, tfn, tfn_exemption_type = null } = input
  return taxRules(wholeBody(input), session, today).orRefuse({
    details: {
      ...session.details,
      tax: { tfn_provided: keep_tfn || tfn !== undefined, tfn_exemption_type },
      tfn_notice_version: notice_version
    },
    tfn: keep_tfn ? "kept" : tfn === undefined ? "none" : readTfn(tfn)
  })
}

/** Checks that the employee agreed to the current version of the disclaimer. */
export const readDisclaimerStep = (input: S.EmbedDisclaimerStep): Effect.Effect<void, ValidationFailed> =>
  disclaimerRules(wholeBody(input)).orRefuse(undefined)
