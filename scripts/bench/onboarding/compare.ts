import * as Effect from "effect/Effect"
import { counts } from "./counts.ts"
import type { Footprint } from "./footprint.ts"
import { inTurn } from "./inTurn.ts"
import { type Checkout, makeStage } from "./makeStage.ts"
import type { Round } from "./round.ts"
import { serve, type Side } from "./Side.ts"

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

/** Measures each side: what an onboarding takes, then, in turn, the highest rate that is sustained. */
export const compare = Effect.fnUntraced(function* ({ checkouts, quick, rounds, say }: Options) {
  const { equipment, makeSide, postmaster } = yield* makeStage
  const sides: Array<{ readonly side: Side; readonly footprint: Footprint }> = []
  for (const checkout of checkouts) {
    const side = yield* makeSide(checkout)
    sides.push({ side, footprint: yield* counts(equipment, side, { postmaster, quick, say }) })
  }
  const servings = yield* Effect.forEach(rounds === 0 ? [] : sides, ({ side }) => serve(side))
  const timed = yield* inTurn(equipment, servings, { postmaster, rounds, quick, say })
  return sides.map(({ footprint, side }, index): Compared => ({
    name: side.name,
    footprint,
    rounds: timed[index]?.best ?? []
  }))
})
