import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { normaliseEmail } from "../../personal-data/text.ts"
import { Findings } from "../../personal-data/Findings.ts"
import { normalisePhoneNumber } from "../../personal-data/phoneNumber.ts"
import { readPrefill, readTfn } from "../prefill.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { savedDetails } from "../sessionProgress.ts"

/** A partner's change in its normal form. */
export interface ReadChange {
  readonly remote_id: S.RemoteId
  readonly email_validated: boolean
  readonly phone_number_validated: boolean
  readonly phone_verification: StoredSession["phone_verification"]
  readonly details: SessionDetails
  /** The partner's tax file number: a new one, removed, or unchanged. */
  readonly tfn: S.Tfn | "none" | "untouched"
}

const notAllowed = (detail: string) => Result.fail({ code: "not_allowed" as const, detail })

/** Each contact, and the changes that it still allows. */
const readContacts = (session: StoredSession, input: S.OnboardingSessionChange, findings: Findings) => {
  const { details } = session
  const given = {
    email: input.email === undefined ? details.email : normaliseEmail(input.email),
    phone_number:
      input.phone_number === undefined
        ? details.phone_number
        : findings.takeNormalised("#/phone_number", normalisePhoneNumber(input.phone_number))
  }
  for (const contact of ["email", "phone_number"] as const) {
    const flag = `${contact}_validated` as const
    if (session[flag] && given[contact] !== details[contact]) {
      findings.take(`#/${contact}`, notAllowed("It is validated, and can't be changed any more."))
    }
    if (session[flag] && input[flag] === false) {
      findings.take(`#/${flag}`, notAllowed("A validated contact stays validated."))
    }
    if (input[flag] === true && given[contact] === null) {
      findings.take(`#/${flag}`, notAllowed("A contact that isn't given can't be validated."))
    }
  }
  return given
}

/** The step that replaces each part of the prefill, once the employee has saved it. */
const TAKEN_OVER_BY = { identity: "identity", address: "contact", tax_detail: "tax" } as const

const readParts = (
  { details }: StoredSession,
  input: S.EmployeeDetailInput,
  today: S.CalendarDate,
  findings: Findings
): SessionDetails["prefilled"] => {
  const saved = savedDetails(details)
  for (const part of ["identity", "address", "tax_detail"] as const) {
    if (input[part] !== undefined && saved[TAKEN_OVER_BY[part]]) {
      const detail = "The employee has saved this step, and their answers are kept."
      findings.take(`#/employee_detail/${part}`, notAllowed(detail))
    }
  }
  const before = details.prefilled
  const born = details.identity?.date_of_birth ?? before?.identity?.date_of_birth ?? null
  const read = readPrefill(input, today, findings, born)
  return {
    identity: read.identity ?? before?.identity ?? null,
    address: read.address ?? before?.address ?? null,
    tax: read.tax ?? before?.tax ?? null,
    employment: read.employment ?? before?.employment ?? null,
    ...(input.super_details === undefined
      ? {
          super_details: before?.super_details ?? null,
          self_managed_super_fund: before?.self_managed_super_fund ?? null
        }
      : {
          super_details: read.super_details,
          self_managed_super_fund: read.self_managed_super_fund ?? null
        })
  }
}

const tfnOf = ({ employee_detail }: S.OnboardingSessionChange): ReadChange["tfn"] => {
  if (employee_detail?.tax_detail === undefined) return "untouched"
  const { tfn } = employee_detail.tax_detail
  return tfn === undefined ? "none" : readTfn(tfn)
}

/** Reads a partner's change into the session's new values. */
export const readChange = (
  session: StoredSession,
  input: S.OnboardingSessionChange,
  today: S.CalendarDate
): Effect.Effect<ReadChange, ValidationFailed> => {
  const findings = new Findings()
  const { details } = session
  const prefilled =
    input.employee_detail === undefined
      ? details.prefilled
      : readParts(session, input.employee_detail, today, findings)
  const validates = input.email_validated === true || input.phone_number_validated === true
  const verified = session.phone_verification === "complete"
  return findings.orRefuse({
    remote_id: input.remote_id ?? session.remote_id,
    email_validated: session.email_validated || input.email_validated === true,
    phone_number_validated: session.phone_number_validated || input.phone_number_validated === true,
    phone_verification: validates && !verified ? "skipped" : session.phone_verification,
    details: { ...details, ...readContacts(session, input, findings), prefilled },
    tfn: tfnOf(input)
  })
}
