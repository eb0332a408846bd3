const DAY = 86_400_000

/** A day, so many days from today, as in `2026-12-01`. */
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** The day on which a made-up employment begins: a fixed one would be years ago one day. */
export const START_DATE = inDays(14)

/**
 * Days on which an employment may begin: the service takes five years back and one year ahead (D-dates). Each is named so
 * that it completes "The fund refuses …".
 */
export const startDates: ReadonlyArray<readonly [what: string, date: string]> = [
  ["an employment start date in the past", inDays(-30)],
  ["an employment start date four years ago", inDays(-4 * 365)],
  ["an employment start date in the future", inDays(200)]
]

export const START_DATE_HINT =
  "Take every day from five years ago to a year ahead: people are onboarded before they begin, and long after."
