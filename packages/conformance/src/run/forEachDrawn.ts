import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import type { Outcome } from "../check/Check.ts"
import { pass } from "../check/outcomes.ts"
import type { Draws } from "./Draws.ts"

export interface DrawnOptions {
  /** How many cases are drawn. Left out, 20. */
  readonly cases?: number
}

/**
 * Tries drawn cases one after another, until one doesn't pass. In the mode `dev`, that case is then reduced to the smallest
 * one that fails with the same root.
 */
export const forEachDrawn = <A, R>(
  draws: Draws,
  cases: fc.Arbitrary<A>,
  test: (drawn: A) => Effect.Effect<Outcome, never, R>,
  { cases: count = 20 }: DrawnOptions = {}
): Effect.Effect<Outcome, never, R> =>
  Effect.gen(function* () {
    for (const drawn of fc.sample(cases, { numRuns: count, seed: draws.seed })) {
      const outcome = yield* test(drawn)
      if (outcome.verdict !== "pass") return outcome
    }
    return pass
  })
