import type * as S from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { checkEmploymentStart } from "../personal-data/calendarDate.ts"
import { type ReadableBody, Findings, type PlacedFinding } from "../personal-data/Findings.ts"
import type { IntentDetails } from "./IntentsRepo.ts"
import { normaliseName } from "../personal-data/personName.ts"
import { normalisePhoneNumber } from "../personal-data/phoneNumber.ts"
import { normaliseText, normaliseEmail } from "../personal-data/text.ts"

/** The new employee in the normal form; null for omitted fields. `pointer` is the path of the input. */
export const readPerson = (
  input: S.IntentEmployeeInput,
  pointer: string,
  findings: Findings
): S.IntentEmployee => {
  const name = (field: "given_name" | "family_name") => {
    const given = input[field]
    return given === undefined ? null : findings.take(`${pointer}/${field}`, normaliseName(given))
  }
  const { email, phone_number, remote_id } = input
  return {
    given_name: name("given_name"),
    family_name: name("family_name"),
    email: email === undefined ? null : normaliseEmail(email),
    phone_number:
      phone_number === undefined
        ? null
        : findings.takeNormalised(`${pointer}/phone_number`, normalisePhoneNumber(phone_number)),
    remote_id: remote_id ?? null
  }
}

/** Start and terms of the employment, in the normal form; null for omitted fields. */
export const readJob = (
  input: S.IntentEmploymentInput,
  pointer: string,
  today: S.CalendarDate,
  findings: Findings
): S.IntentEmployment => {
  const { job_title, pay_basis, pay_frequency, start_date } = input
  return {
    start_date:
      start_date === undefined
        ? null
        : findings.take(`${pointer}/start_date`, checkEmploymentStart(start_date, today)),
    pay_basis: pay_basis ?? null,
    pay_frequency: pay_frequency ?? null,
    job_title: job_title === undefined ? null : (normaliseText(job_title) as S.OrganisationName)
  }
}

const FIXED = Result.fail({
  code: "not_allowed" as const,
  detail: "It was given by the payroll system, and can't be changed here."
})

/** The step about the person, with its findings. A staff number that the partner gave stays unchanged. */
export const readPersonStep = (
  input: S.IntentEmployeeInput,
  { employee, remote_id_is_fixed }: IntentDetails
) => {
  const findings = new Findings()
  const read = readPerson(input, "#", findings)
  if (!remote_id_is_fixed) return { findings, employee: read }
  const { remote_id } = employee
  if (input.remote_id !== undefined && input.remote_id !== remote_id) findings.take("#/remote_id", FIXED)
  return { findings, employee: { ...read, remote_id } }
}

/** The rules of the intent embed's steps, by operation, for a body that may not fit its schema. */
export const intentRules: {
  readonly saveIntentPerson: IntentRules<S.IntentEmployeeInput>
  readonly saveIntentJob: IntentRules<S.IntentEmploymentInput>
} = {
  saveIntentPerson: ({ members }, details) => readPersonStep(members, details).findings.errors,
  saveIntentJob: ({ members }, _, today) => {
    const findings = new Findings()
    readJob(members, "#", today, findings)
    return findings.errors
  }
}

/** The rules of a step's body and of the stored intent. */
type IntentRules<Body> = (
  body: ReadableBody<Body>,
  details: IntentDetails,
  today: S.CalendarDate
) => ReadonlyArray<PlacedFinding>
