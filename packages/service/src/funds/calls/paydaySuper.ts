/**
 * The day by which the first contribution for a new employee has to be in the fund: 20 business days after payday, which
 * is seldom before the employee confirmed the choice of fund (D-payday-super-day). Without a member number the employer can't
 * pay it in time.
 *
 * Why by the confirmation: the service knows no payday. So the day is the earliest that it can be.
 *
 * The trap: business days are Monday to Friday here. Public holidays differ by state and make the true day later, never
 * earlier.
 */
import { dayInSydney } from "../../personal-data/calendarDate.ts"

/** Business days for the first contribution of a new employee. */
const FIRST_CONTRIBUTION = 20

/** A day counts as near within so many business days. */
export const NEAR = 3

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const isBusinessDay = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** The day that is so many business days after this one. */
export const addBusinessDays = (day: string, days: number): string => {
  let at = day
  for (let left = days; left > 0;) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}

/** The Payday Super day of a registration that was confirmed at this moment, as a date in Sydney. */
export const paydaySuperDay = (confirmedAt: Date): string =>
  addBusinessDays(dayInSydney(confirmedAt), FIRST_CONTRIBUTION)

/** The business days that are left of the 20 after `since`; negative once they have passed. Both are dates in Sydney. */
export const paydaySuperDaysLeft = (since: string, today: string): number => {
  let left = FIRST_CONTRIBUTION
  for (let day = since; day < today;) {
    day = plusDays(day, 1)
    if (isBusinessDay(day)) left -= 1
  }
  return left
}

/** The first day of a confirmation whose Payday Super day is `day` or later. */
const firstDayFor = (day: string): string => {
  // Longer than 20 business days can be.
  let at = plusDays(day, -2 * FIRST_CONTRIBUTION)
  while (addBusinessDays(at, FIRST_CONTRIBUTION) < day) at = plusDays(at, 1)
  return at
}

/** The first day of a confirmation whose Payday Super day is more than `within` business days away. */
export const firstDayBeyond = (now: Date, within: number): string =>
  firstDayFor(plusDays(addBusinessDays(dayInSydney(now), within), 1))
