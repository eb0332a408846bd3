import * as Effect from "effect/Effect"
import type { Outcome } from "./load.ts"

/** The rates that are tried, onboardings a minute: from 50, each 8 % above the one before. */
export const RATES = Array.from({ length: 52 }, (_, nth) => Math.round(50 * 1.08 ** nth))

/** The longest p99 that a call may have, in milliseconds. */
const MOST_P99 = 250

/**
 * The longest p99 from a confirmation to the webhook of its completion, in milliseconds. At a rate that isn't sustained the
 * calls may stay quick while registrations, forms and webhooks fall ever further behind.
 */
const MOST_BEHIND = 2000

/** The call with the longest p99. */
export const slowest = ({ calls }: Outcome) =>
  calls.reduce((most, call) => (call.p99 > most.p99 ? call : most), { operation: "none", p50: 0, p99: 0 })

/** Whether a rate is sustained: nothing failed, was left over or fell behind, and no call was slow. */
export const isSustained = (outcome: Outcome): boolean =>
  outcome.failures.length === 0 &&
  outcome.leftOver === 0 &&
  slowest(outcome).p99 < MOST_P99 &&
  outcome.completion.p99 < MOST_BEHIND

/**
 * Finds the highest rate that is sustained, from a first guess: in strides until it lies between two rates, then in
 * halves. Returns the index of it, -1 if none is.
 */
export const highest = Effect.fnUntraced(function* <E, R>(
  guess: number,
  stride: number,
  isSustainedAt: (index: number) => Effect.Effect<boolean, E, R>
) {
  let good = -1
  let bad = RATES.length
  let index = guess
  while (bad - good > 1) {
    if (yield* isSustainedAt(index)) good = index
    else bad = index
    index =
      good === -1
        ? Math.max(bad - stride, 0)
        : bad === RATES.length
          ? Math.min(good + stride, RATES.length - 1)
          : Math.floor((good + bad) / 2)
  }
  return good
})
