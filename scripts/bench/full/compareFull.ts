import * as Effect from "effect/Effect"
import { inTurn } from "../onboarding/inTurn.ts"
import { load } from "../onboarding/load.ts"
import { makeStage } from "../onboarding/makeStage.ts"
import { serve } from "../onboarding/Side.ts"
import { type Calls, callsOf } from "./calls.ts"
import { figuresOf } from "./figures.ts"
import { fill } from "./fill.ts"
import { scansOf, slowScansOf } from "./scans.ts"

interface Options {
  readonly checkout: string
  /** How many onboardings the full tables hold. */
  readonly copies: number
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

/** Requests of each kind in a round. */
const CALLS = 3000
const CALLS_QUICK = 100

/** Measures the same checkout twice, in turn: with empty tables and with full ones. */
export const compareFull = Effect.fnUntraced(function* ({ checkout, copies, quick, rounds, say }: Options) {
  const { equipment, log, makeSide, postmaster } = yield* makeStage
  const empty = yield* makeSide({ name: "empty", checkout })
  const filled = yield* makeSide({ name: "filled", checkout })
  // The onboarding that is copied. Its service ends first: it would begin to work on what is copied.
  yield* Effect.scoped(Effect.flatMap(serve(filled), (serving) => load(equipment, serving, 60, 3)))
  const seconds = yield* fill(filled.database, copies, say)

  const servings = [yield* serve(empty), yield* serve(filled)]
  const calls = new Map(servings.map((serving) => [serving, Array<Calls>()] as const))
  const scanned = yield* scansOf(filled.database)
  const logged = (yield* log).length
  const results = yield* inTurn(equipment, servings, {
    postmaster,
    rounds,
    quick,
    say,
    also: (serving) =>
      Effect.gen(function* () {
        const { employerId } = yield* load(equipment, serving, 240, 2)
        const made = yield* callsOf(serving, employerId, quick ? CALLS_QUICK : CALLS)
        calls.get(serving)?.push(made)
        const { read, write } = made
        yield* say(
          `${serving.side.name}: ${Math.round(read.perSecond)} reads/s, ${Math.round(write.perSecond)} writes/s`
        )
      })
  })
  const scans = yield* scanned
  for (const { rows, scans: times, table } of scans) {
    yield* say(`${table} was read as a whole ${times} times: ${rows} rows`)
    const slow = slowScansOf(table, (yield* log).slice(logged))
    yield* say(slow[0] ?? "None of these statements was slow")
  }
  const [ofEmpty, ofFilled] = results.map(({ best, serving }) => ({
    onboardings: best,
    calls: calls.get(serving) ?? []
  }))
  return figuresOf(copies, seconds, ofEmpty!, ofFilled!, scans)
})
