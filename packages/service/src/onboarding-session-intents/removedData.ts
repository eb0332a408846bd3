import type * as S from "@embedded-super/contracts/schemas"
import type { IntentDetails } from "./IntentsRepo.ts"

/** The fate of an intent's field when the retention time is over. */
type Fate = "kept" | "removed"

/**
 * Fields that name the employee, or are free text that may, are removed; identifiers and terms of employment are kept.
 */
export const EMPLOYEE_FATES: { readonly [Field in keyof S.IntentEmployee]: Fate } = {
  given_name: "removed",
  family_name: "removed",
  email: "removed",
  phone_number: "removed",
  remote_id: "kept"
}

export const EMPLOYMENT_FATES: { readonly [Field in keyof S.IntentEmployment]: Fate } = {
  start_date: "kept",
  pay_basis: "kept",
  pay_frequency: "kept",
  job_title: "removed"
}

const remaining = <T extends object>(values: T, fates: { readonly [Field in keyof T]: Fate }): T =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      fates[field as keyof T] === "removed" ? null : value
    ])
  ) as T

/** An intent's details without the removed fields. */
export const anonymised = (details: IntentDetails): IntentDetails => ({
  ...details,
  employee: remaining(details.employee, EMPLOYEE_FATES),
  employment: remaining(details.employment, EMPLOYMENT_FATES)
})
