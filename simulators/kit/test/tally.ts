/** A state as small as can be: a list of what was counted. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeDurableState } from "../src/index.ts"

const Counted = Schema.Struct({ n: Schema.Int })

export const makeTally = (compactAfter = 10_000, name = "tally") =>
  makeDurableState({
    name,
    state: Schema.Array(Schema.Int),
    event: Counted,
    initial: () => [],
    apply: (state, { n }) => [...state, n],
    compactAfter
  })

/** Counts on by one, and tells what it counted. */
export const countOn = Effect.fnUntraced(function* (tally: Effect.Success<ReturnType<typeof makeTally>>) {
  return yield* tally.transact((state) => {
    const n = (state.at(-1) ?? 0) + 1
    return { events: [{ n }], answer: n }
  })
})
