import * as Effect from "effect/Effect"
import { counts } from "./counts.ts"
import type { Footprint } from "./footprint.ts"
import { load } from "./load.ts"
import { type Checkout, makeStage } from "./makeStage.ts"
import { bestOf, type Round } from "./round.ts"
import { serve, type Serving, type Side } from "./Side.ts"
import { RATES } from "./sustained.ts"

/** All that was measured of one side. */
export interface Compared {
  readonly name: string
  readonly footprint: Footprint
  readonly rounds: ReadonlyArray<Round>
}

interface Options {
  readonly checkouts: ReadonlyArray<Checkout>
  /** None counts statements and bytes only. */
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

/** Where the search begins, and what a quick run tries. */
const FIRST_GUESS = RATES.indexOf(300)
const QUICK_GUESS = RATES.indexOf(110)

/** Measures each side: what an onboarding takes, then, in turn, the highest rate that is sustained. */
export const compare = Effect.fnUntraced(function* ({ checkouts, quick, rounds, say }: Options) {
  const { equipment, makeSide, postmaster } = yield* makeStage
  const sides: Array<{ readonly side: Side; readonly footprint: Footprint; readonly rounds: Array<Round> }> =
    []
  for (const checkout of checkouts) {
    const side = yield* makeSide(checkout)
    sides.push({
      side,
      footprint: yield* counts(equipment, side, { postmaster, quick, say }),
      rounds: []
    })
  }
  const compared = sides.map(({ footprint, rounds, side: { name } }): Compared => ({
    name,
    footprint,
    rounds
  }))
  if (rounds === 0) return compared

  const running: Array<Serving> = []
  for (const { side } of sides) {
    const serving = yield* serve(side)
    yield* load(equipment, serving, 240, quick ? 10 : 150)
    yield* serving.rest
    running.push(serving)
  }
  const guesses = running.map(() => (quick ? QUICK_GUESS : FIRST_GUESS))
  for (let nth = 0; nth < rounds; nth += 1) {
    const order = [...running.keys()]
    for (const index of nth % 2 === 0 ? order : order.toReversed()) {
      const serving = running[index]!
      // Only one side runs at a time.
      const { best, index: rate } = yield* Effect.acquireUseRelease(
        Effect.andThen(serving.wake, Effect.sleep("1 second")),
        () =>
          bestOf(equipment, { postmaster, serving }, guesses[index]!, {
            quick,
            stride: nth === 0 ? 3 : 1,
            say: (text) => say(`round ${nth + 1}, ${serving.side.name} ${text}`)
          }),
        () => serving.rest
      )
      guesses[index] = rate
      sides[index]!.rounds.push(best)
    }
  }
  return compared
})
