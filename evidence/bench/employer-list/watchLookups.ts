import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ListLookup } from "@embedded-super/service/funds"
import type { Fund } from "./aFund.ts"
import { abnOf, type List, truthOf } from "./lists.ts"

/** How often an employer is looked up during the import. */
const EVERY = "5 millis"

/** The results of lookups while one list replaced another. */
export interface Watched {
  lookups: number
  /** Answers that neither list contains, or that the old list gave after the new list had answered. */
  wrong: number
  /** Answers that only the new list gives. */
  byNext: number
}

/** Looks up employers repeatedly: those on both lists, on one, and on none. `seen` holds the results so far. */
export const watchLookups = Effect.fnUntraced(function* (fund: Fund, before: List | undefined, next: List) {
  const lookup = yield* ListLookup
  const seen: Watched = { lookups: 0, wrong: 0, byNext: 0 }
  const span = next.rows * 1.3
  const one = Effect.gen(function* () {
    const index = Math.floor(seen.lookups * 7919 * 1.37) % Math.floor(span)
    const mayBeOld = seen.byNext === 0
    const answer = Option.getOrUndefined(yield* lookup.ask(fund, abnOf(index)))?.employer_number ?? undefined
    const [old, new_] = [before && truthOf(before, index), truthOf(next, index)]
    seen.lookups += 1
    if (answer === new_ && old !== new_) seen.byNext += 1
    else if (answer !== new_ && !(mayBeOld && answer === old)) seen.wrong += 1
    yield* Effect.sleep(EVERY)
  })
  yield* Effect.forkScoped(Effect.forever(one))
  return seen
})
