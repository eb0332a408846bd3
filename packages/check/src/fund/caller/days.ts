const DAY = 86_400_000

/** A day, so many days from today, as in `2026-12-01`. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** The day on which a made-up employment begins: a fixed one would be years ago one day. */
export const START_DATE = inDays(14)
