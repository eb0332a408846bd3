const length = 86_400_000

/** Midnight UTC of a day such as `2026-11-22`. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day of a moment, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Whether the calendar has such a day: `Date` takes 2026-02-31 as 3 March. */
export const isDay = (text: unknown): text is string =>
  typeof text === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(midnight(text)) &&
  dayOf(new Date(midnight(text))) === text

/** How many days lie between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnight(to) - midnight(from)) / length)

/** The day so many days later. */
export const daysAfter = (from: string, days: number): string =>
  dayOf(new Date(midnight(from) + days * length))
