import * as Duration from "effect/Duration"

/**
 * The wait after each failed attempt: 13 attempts over 75 h 42 m 35 s, plus or minus a fifth for jitter. The promise to
 * partners is "13 attempts over at least 60 hours". `afterAttempt` counts from 1.
 */
export const retrySchedule: ReadonlyArray<{
  readonly afterAttempt: number
  readonly wait: Duration.Duration
}> = [
  { afterAttempt: 1, wait: Duration.seconds(5) },
  { afterAttempt: 2, wait: Duration.seconds(30) },
  { afterAttempt: 3, wait: Duration.minutes(2) },
  { afterAttempt: 4, wait: Duration.minutes(10) },
  { afterAttempt: 5, wait: Duration.minutes(30) },
  { afterAttempt: 6, wait: Duration.hours(1) },
  { afterAttempt: 7, wait: Duration.hours(2) },
  { afterAttempt: 8, wait: Duration.hours(4) },
  { afterAttempt: 9, wait: Duration.hours(8) },
  { afterAttempt: 10, wait: Duration.hours(12) },
  { afterAttempt: 11, wait: Duration.hours(24) },
  { afterAttempt: 12, wait: Duration.hours(24) }
]

/**
 * Each wait is drawn uniformly between 80 % and 120 % of its entry, so that retries don't hit a receiver all at once.
 */
export const JITTER = 0.2

/** Attempts that a delivery gets before it dies. */
export const MAX_ATTEMPTS = retrySchedule.length + 1

/**
 * Milliseconds to wait after the attempt of this number, or null when it was the last. `random` is drawn from [0, 1).
 */
export const retryDelay = (attempt: number, random: number): number | null => {
  const entry = retrySchedule.find(({ afterAttempt }) => afterAttempt === attempt)
  // sample mutant (retrySchedule): 13 attempts, and no more: `return null` -> `return 1000`
  if (entry === undefined) return null
  return Math.round(Duration.toMillis(entry.wait) * (1 - JITTER + 2 * JITTER * random))
}
