/** Days on which an employment may begin: the service takes five years back and one year ahead (D-dates). */
const DAY = 86_400_000

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** Completes "The fund refuses …". */
export const startDates: ReadonlyArray<readonly [what: string, date: string]> = [
  ["an employment start date in the past", inDays(-30)],
  ["an employment start date four years ago", inDays(-4 * 365)],
  ["an employment start date in the future", inDays(200)]
]

export const START_DATE_HINT =
  "Take every day from five years ago to a year ahead: people are onboarded before they begin, and long after."
