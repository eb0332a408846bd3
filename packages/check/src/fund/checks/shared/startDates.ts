/** Days on which an employment may begin: the service takes five years back and one year ahead (D-dates). */
import { inDays } from "../../caller/days.ts"

/** Completes "The fund refuses …". */
export const startDates: ReadonlyArray<readonly [what: string, date: string]> = [
  ["an employment start date in the past", inDays(-30)],
  ["an employment start date four years ago", inDays(-4 * 365)],
  ["an employment start date in the future", inDays(200)]
]

export const START_DATE_HINT =
  "Take every day from five years ago to a year ahead: people are onboarded before they begin, and long after."
