import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Finding, Normalised } from "./Finding.ts"

/** A calendar date as YYYY-MM-DD. Dates in this form sort as text, so the rules below compare them as text. */
export type CalendarDate = string

const SYDNEY = DateTime.zoneMakeNamedUnsafe("Australia/Sydney")

/** Today's date where most Australian employers are: ages and start dates are judged by it, whatever the machine's zone. */
export const todayInSydney: Effect.Effect<CalendarDate> = Effect.map(DateTime.now, (now) =>
  DateTime.formatIsoDate(DateTime.setZone(now, SYDNEY))
)

const isCalendarDate = (date: string) => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (lengths[month - 1] ?? 0)
}

/** The same day some years later or earlier; 29 February may become a day that no year has, which still sorts right. */
const addYears = (date: CalendarDate, years: number): CalendarDate =>
  String(Number(date.slice(0, 4)) + years).padStart(4, "0") + date.slice(4)

/** Whole years from birth to `today`. Who was born on 29 February turns a year older on 1 March in other years. */
export const ageOn = (dateOfBirth: CalendarDate, today: CalendarDate): number =>
  Number(today.slice(0, 4)) -
  Number(dateOfBirth.slice(0, 4)) -
  (today.slice(5) < dateOfBirth.slice(5) ? 1 : 0)

const NOT_A_DATE: Finding = { code: "invalid_date", detail: "Not a day of the calendar. Write YYYY-MM-DD." }
const IN_THE_FUTURE: Finding = { code: "date_in_future", detail: "This date is in the future." }
const AGE_OUT_OF_RANGE: Finding = {
  code: "age_out_of_range",
  detail: "An employee is from 13 to 100 years old."
}
const YOUNG: Finding = { code: "younger_than_15", detail: "Younger than 15: check the year." }
const START_OUT_OF_RANGE: Finding = {
  code: "employment_start_date_out_of_range",
  detail: "Employment starts at most 5 years ago and within the next year."
}

/** A date of birth: a real day, not in the future, of somebody from 13 to 100 years old; under 15 warns (domain 4.8). */
export const checkDateOfBirth = (
  date: string,
  today: CalendarDate
): Result.Result<Normalised<CalendarDate>, Finding> => {
  if (!isCalendarDate(date)) return Result.fail(NOT_A_DATE)
  if (date > today) return Result.fail(IN_THE_FUTURE)
  const age = ageOn(date, today)
  if (age < 13 || age > 100) return Result.fail(AGE_OUT_OF_RANGE)
  return Result.succeed({ value: date, warnings: age < 15 ? [YOUNG] : [] })
}

/** The day that employment starts: a real day from five years ago to one year ahead (domain 4.8). */
export const checkEmploymentStart = (
  date: string,
  today: CalendarDate
): Result.Result<CalendarDate, Finding> => {
  if (!isCalendarDate(date)) return Result.fail(NOT_A_DATE)
  if (date < addYears(today, -5) || date > addYears(today, 1)) return Result.fail(START_OUT_OF_RANGE)
  return Result.succeed(date)
}
