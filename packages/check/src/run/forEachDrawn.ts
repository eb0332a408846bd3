/**
 * Drawn cases for a check. fast-check draws them, and reduces the first one that fails to the smallest one that fails in the
 * same way, so that a report shows the one property that matters and not sixty others.
 *
 * The trap: each step of the reduction is a call to the subject. It ends after 60 steps or 20 seconds, and happens in the
 * mode `dev` only.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { type Failed, type Outcome, isFailed, pass, rootOf } from "../check/Check.ts"
import type { Draws } from "./Draws.ts"

export interface DrawnOptions<A> {
  /** How many cases are tried. Left out, 20. */
  readonly cases?: number
  /** Cases that are tried before the drawn ones. */
  readonly first?: ReadonlyArray<A>
}

const MOST_STEPS = 60
const MOST_MILLISECONDS = 20_000

const isLike = (outcome: Outcome, first: Failed): outcome is Failed =>
  isFailed(outcome) && outcome.verdict === first.verdict && rootOf(outcome) === rootOf(first)

/** Tries cases one after another, until one doesn't pass. That one's outcome is the check's. */
export const forEachDrawn = <A, R>(
  { mode, seed }: Draws,
  cases: fc.Arbitrary<A>,
  test: (drawn: A) => Effect.Effect<Outcome, never, R>,
  { cases: count = 20, first = [] }: DrawnOptions<A> = {}
): Effect.Effect<Outcome, never, R> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    let found: Outcome | undefined
    let steps = 0
    let reduceUntil = 0
    let defect: { readonly error: unknown } | undefined

    /** Whether the case is as good as passed. */
    const passes = (drawn: A) =>
      Effect.gen(function* () {
        if (defect !== undefined) return true
        if (found === undefined) {
          const outcome = yield* test(drawn)
          if (outcome.verdict === "pass") return true
          found = outcome
          reduceUntil = (yield* Clock.currentTimeMillis) + MOST_MILLISECONDS
          return false
        }
        if (!isFailed(found) || steps >= MOST_STEPS) return true
        if ((yield* Clock.currentTimeMillis) >= reduceUntil) return true
        steps += 1
        const outcome = yield* test(drawn)
        if (!isLike(outcome, found)) return true
        found = outcome
        return false
      })

    yield* Effect.promise((signal) =>
      fc.check(
        fc.asyncProperty(cases, (drawn) =>
          signal.aborted
            ? Promise.resolve(true)
            : Effect.runPromiseWith(context)(passes(drawn), { signal }).catch((error: unknown) => {
                // fast-check would take a defect, or an interruption, for a failing case.
                defect ??= { error }
                return true
              })
        ),
        {
          seed,
          numRuns: count + first.length,
          examples: first.map((example) => [example] as [A]),
          endOnFailure: mode !== "dev"
        }
      )
    )
    if (defect !== undefined) return yield* Effect.die(defect.error)
    return found ?? pass
  })
