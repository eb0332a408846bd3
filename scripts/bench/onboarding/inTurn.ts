import * as Effect from "effect/Effect"
import { type Equipment, load } from "./load.ts"
import { bestOf, type Round } from "./round.ts"
import type { Serving } from "./Side.ts"
import { RATES } from "./sustained.ts"

/** What one side reached, in each round. */
export interface Rounds {
  readonly serving: Serving
  readonly best: Array<Round>
}

interface Options {
  readonly postmaster: number
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
  /** Something else to measure in each round of a side, before the onboardings. */
  readonly also?: (serving: Serving) => Effect.Effect<void, Error>
}

/** Where the search begins, and what a quick run tries. */
const FIRST_GUESS = RATES.findIndex((rate) => rate >= 300)
const QUICK_GUESS = RATES.findIndex((rate) => rate >= 110)

/** How far the first round's strides go: to about 1.5 times the rate before. */
const STRIDE = 5

/** Lets a side run while an effect does; before and after, its service is stopped. */
const awake = <A, E>(serving: Serving, effect: Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.andThen(serving.wake, Effect.sleep("1 second")),
    () => effect,
    () => serving.rest
  )

/** Finds the highest rate that each side sustains, in rounds, one side at a time. */
export const inTurn = Effect.fnUntraced(function* (
  equipment: Equipment,
  servings: ReadonlyArray<Serving>,
  { also = () => Effect.void, postmaster, quick, rounds, say }: Options
) {
  for (const serving of servings) {
    yield* load(equipment, serving, 240, quick ? 10 : 150)
    yield* serving.rest
  }
  const results = servings.map((serving): Rounds => ({ serving, best: [] }))
  const guesses = servings.map(() => (quick ? QUICK_GUESS : FIRST_GUESS))
  for (let nth = 0; nth < rounds; nth += 1) {
    const order = [...results.keys()]
    for (const index of nth % 2 === 0 ? order : order.toReversed()) {
      const { best, serving } = results[index]!
      const told = (text: string) => say(`round ${nth + 1}, ${serving.side.name} ${text}`)
      const stride = nth === 0 ? STRIDE : 1
      const found = yield* awake(
        serving,
        Effect.andThen(
          also(serving),
          bestOf(equipment, { postmaster, serving }, guesses[index]!, { quick, stride, say: told })
        )
      )
      guesses[index] = found.index
      best.push(found.best)
    }
  }
  return results
})
