import * as Duration from "effect/Duration"
import { retryAfterMillis, ruleOf } from "@embedded-super/http-manners"

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
  // sample mutant (retryRules): 13 attempts, and no more: `return null` -> `return 1000`
  if (entry === undefined) return null
  return Math.round(Duration.toMillis(entry.wait) * (1 - JITTER + 2 * JITTER * random))
}

/** The meaning of an attempt's response. A `hold` keeps the whole endpoint from being called, in milliseconds. */
export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly hold: number | null }
  /** The receiver is permanently gone: the endpoint is paused, its waiting deliveries are kept. */
  | { readonly kind: "gone" }
  /** The stored delivery can't be sent: it dies at once, and counts neither for nor against the receiver. */
  | { readonly kind: "unsendable" }

/**
 * How to interpret each response; the first row that contains the status decides. No response at all (a timeout, a
 * refused connection, TLS, DNS) is a failure like any 5xx. Redirects aren't followed: 3xx is a failure.
 */
const answerRules: ReadonlyArray<{
  readonly from: number
  readonly to: number
  readonly means: Exclude<Verdict["kind"], "unsendable">
  /** Whether a Retry-After header is obeyed: if so, nothing is sent to the endpoint before that time. */
  readonly retryAfter: boolean
}> = [
  { from: 200, to: 299, means: "delivered", retryAfter: false },
  { from: 410, to: 410, means: "gone", retryAfter: false },
  { from: 429, to: 429, means: "failed", retryAfter: true },
  { from: 503, to: 503, means: "failed", retryAfter: true },
  { from: 100, to: 599, means: "failed", retryAfter: false }
]

/** The longest time that a receiver can hold its webhooks back with one response. */
const LONGEST_HOLD = Duration.hours(24)

/** Milliseconds that a Retry-After header requests, at most a day; null if it requests no wait or can't be read. */
const holdOf = (header: string | null, now: number): number | null => {
  const millis = retryAfterMillis(header, now) ?? 0
  // sample mutant (retryRules): a receiver can't hold its webhooks for longer than a day: `Math.min(millis, Duration.toMillis(LONGEST_HOLD))` -> `millis`
  return millis === 0 ? null : Math.min(millis, Duration.toMillis(LONGEST_HOLD))
}

/** Interprets an attempt's response. `now` is milliseconds since 1970, for a Retry-After that is an HTTP date. */
export const judge = (
  answer: { readonly status: number | null; readonly retryAfter: string | null },
  now: number
): Verdict => {
  const rule = ruleOf(answerRules, answer.status)
  if (rule === undefined) return { kind: "failed", hold: null }
  if (rule.means !== "failed") return { kind: rule.means }
  return { kind: "failed", hold: rule.retryAfter ? holdOf(answer.retryAfter, now) : null }
}
