import * as Effect from "effect/Effect"
import { withCpu } from "./footprint.ts"
import { type Equipment, load, type Outcome } from "./load.ts"
import type { Serving } from "./Side.ts"
import { highest, isSustained, RATES, slowest } from "./sustained.ts"

/** The best of a round: the highest rate that was sustained, with its outcome. */
export interface Round {
  readonly perMinute: number
  readonly outcome: Outcome
  /** Milliseconds for each onboarding. */
  readonly serviceCpu: number
  readonly databaseCpu: number
}

interface Options {
  readonly quick: boolean
  readonly stride: number
  readonly say: (text: string) => Effect.Effect<void>
}

/** How long a rate is tried, in seconds. */
const LASTS = 20
const LASTS_QUICK = 5

const told = (outcome: Outcome): string => {
  const { failures, leftOver } = outcome
  const { operation, p99 } = slowest(outcome)
  const why = failures.length === 0 ? "" : ` (${failures[0]})`
  const behind = Math.round(outcome.completion.p99)
  return `slowest ${operation}, p99 ${Math.round(p99)} ms; completed after ${behind} ms; ${failures.length} failed${why}, ${leftOver} left over`
}

/** Finds the highest rate that a side sustains, from a guess; 0 if it sustains none. A quick run tries the guess only. */
export const bestOf = Effect.fnUntraced(function* (
  equipment: Equipment,
  { postmaster, serving }: { readonly postmaster: number; readonly serving: Serving },
  guess: number,
  { quick, say, stride }: Options
) {
  const tried = new Map<number, Round>()
  const once = Effect.fnUntraced(function* (index: number) {
    const perMinute = RATES[index]!
    const count = Math.round((perMinute * (quick ? LASTS_QUICK : LASTS)) / 60)
    const { result, ...cpu } = yield* withCpu(
      { postmaster, serving },
      load(equipment, serving, perMinute, count)
    )
    yield* say(`at ${perMinute} a minute: ${told(result)}`)
    tried.set(index, {
      perMinute,
      outcome: result,
      serviceCpu: cpu.serviceCpu / count,
      databaseCpu: cpu.databaseCpu / count
    })
    return isSustained(result)
  })
  /** A rate that fails is tried again: a stall of this machine is no limit of the service. */
  const tryRate = (index: number) =>
    Effect.flatMap(once(index), (good) => (good ? Effect.succeed(good) : once(index)))
  const index = quick ? ((yield* once(guess)) ? guess : -1) : yield* highest(guess, stride, tryRate)
  const best = tried.get(index) ?? { ...tried.get(quick ? guess : 0)!, perMinute: 0 }
  return { best, index: Math.max(index, 0) }
})
