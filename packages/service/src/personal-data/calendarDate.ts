import type { CalendarDate } from "@embedded-super/contracts/schemas"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import type { Finding, Normalised, Warning } from "./Findings.ts"

// Dates as YYYY-MM-DD sort as text, so all of these rules compare them as text.

const SYDNEY = DateTime.zoneMakeNamedUnsafe("Australia/Sydney")

/** The date in Sydney at a moment: ages and start dates are checked against it in any time zone of the machine. */
export const dayInSydney = (at: Date): CalendarDate =>
  DateTime.formatIsoDate(DateTime.setZone(DateTime.makeUnsafe(at), SYDNEY)) as CalendarDate

/**
 * The same day some years later or earlier. 29 February may become a day that doesn't exist in that year, which still
 * sorts correctly.
 */
const addYears = (date: CalendarDate, years: number): string =>
  String(Number(date.slice(0, 4)) + years).padStart(4, "0") + date.slice(4)

/** Whole years from birth to `today`. A person born on 29 February gets a year older on 1 March in other years. */
export const ageOn = (dateOfBirth: CalendarDate, today: CalendarDate): number =>
  Number(today.slice(0, 4)) -
  Number(dateOfBirth.slice(0, 4)) -
  (today.slice(5) < dateOfBirth.slice(5) ? 1 : 0)

const IN_THE_FUTURE: Finding = { code: "date_in_future", detail: "This date is in the future." }
const AGE_OUT_OF_RANGE: Finding = {
  code: "age_out_of_range",
  detail: "An employee is from 13 to 100 years old."
}
const YOUNG: Warning = { code: "unusually_young", detail: "Younger than 15: check the year." }
const START_OUT_OF_RANGE: Finding = {
  code: "employment_start_date_out_of_range",
  detail: "Employment starts at most 5 years ago and within the next year."
}

/** A date of birth: not in the future, of a person from 13 to 100 years old; under 15 warns (D-dates). */
export const checkDateOfBirth = (
  date: CalendarDate,
  today: CalendarDate
): Result.Result<Normalised<CalendarDate>, Finding> => {
  if (date > today) return Result.fail(IN_THE_FUTURE)
  const age = ageOn(date, today)
  if (age < 13 || age > 100) return Result.fail(AGE_OUT_OF_RANGE)
  return Result.succeed({ value: date, warnings: age < 15 ? [YOUNG] : [] })
}

/** The start of the employment: from five years ago to one year ahead (D-dates). */
export const checkEmploymentStart = (
  date: CalendarDate,
  today: CalendarDate
): Result.Result<CalendarDate, Finding> =>
  date < addYears(today, -5) || date > addYears(today, 1)
    ? Result.fail(START_OUT_OF_RANGE)
    : Result.succeed(date)
