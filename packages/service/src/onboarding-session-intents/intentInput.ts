import type * as S from "@embedded-super/contracts/schemas"
import { checkEmploymentStart } from "../personal-data/calendarDate.ts"
import type { BodyRules } from "../personal-data/bodyRules.ts"
import { Findings } from "../personal-data/Findings.ts"
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

/** The rules of the intent embed's steps that need nothing but the body. */
export const intentRules: {
  readonly saveIntentPerson: BodyRules<S.IntentEmployeeInput>
  readonly saveIntentJob: BodyRules<S.IntentEmploymentInput>
} = {
  saveIntentPerson: ({ members }) => {
    const findings = new Findings()
    readPerson(members, "#", findings)
    return findings.errors
  },
  saveIntentJob: ({ members }, today) => {
    const findings = new Findings()
    readJob(members, "#", today, findings)
    return findings.errors
  }
}
