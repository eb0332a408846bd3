/**
 * Payday Super gives an employer 20 business days to have the super of a new employee with the fund (D-payday-super-day).
 * Until the fund gives a member number, it can't be paid.
 */
const BUSINESS_DAYS = 20

const DAY = 86_400_000

const isWeekday = (time: number): boolean => {
  const day = new Date(time).getUTCDay()
  return day !== 0 && day !== 6
}

/** The weekdays after `from`, up to and with `to`; both are dates, `YYYY-MM-DD`. None if `to` isn't later. */
const weekdaysBetween = (from: string, to: string): number => {
  let count = 0
  for (let time = Date.parse(from) + DAY; time <= Date.parse(to); time += DAY) if (isWeekday(time)) count += 1
  return count
}

/** The weekdays that are left of the 20 after `since`; negative once they have passed. Both are dates in Sydney. */
export const paydaySuperDaysLeft = (since: string, today: string): number =>
  BUSINESS_DAYS - weekdaysBetween(since, today)
