import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runningServer } from "../../../packages/embedded-postgres/src/EmbeddedPostgres.ts"
import { makeWorld } from "../../chaos/world/World.ts"
import { startBenchReceiver } from "../BenchReceiver.ts"
import { countingSettings, countNothing } from "./database.ts"
import type { Driven, Load } from "./driverProcess.ts"
import { footprint, type Footprint, withCpu } from "./footprint.ts"
import { startFund } from "./fund.ts"
import { type Equipment, load, type Outcome } from "./load.ts"
import { startHelper } from "./processes.ts"
import { type Side, startSide } from "./Side.ts"
import { highest, isSustained, RATES, slowest } from "./sustained.ts"

/** The best of a round: the highest rate that was sustained, and what came of it. */
export interface Round {
  readonly perMinute: number
  readonly outcome: Outcome
  readonly serviceCpu: number
  readonly databaseCpu: number
}

/** All that was measured of one side. */
export interface Compared {
  readonly name: string
  readonly footprint: Footprint
  readonly rounds: ReadonlyArray<Round>
}

interface Options {
  readonly checkouts: ReadonlyArray<{ readonly name: string; readonly checkout: string }>
  /** None counts statements and bytes only. */
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

const FOLDER = ".data/bench"

/** Where a search begins: 300 a minute. */
const FIRST_GUESS = RATES.indexOf(300)

/** Lists what each onboarding takes, for those who want to lower it. */
const listed = ({ byStatement, byTable }: Footprint): string =>
  [
    "statements for each onboarding, their WAL bytes and milliseconds:",
    ...byStatement.map(
      ({ calls, ms, query, wal }) =>
        `${calls.toFixed(2).padStart(8)} ${Math.round(wal).toString().padStart(7)} ${ms.toFixed(2).padStart(7)}  ${query}`
    ),
    "",
    "bytes of tables for each onboarding:",
    ...byTable.map(({ bytes, table }) => `${Math.round(bytes).toString().padStart(8)}  ${table}`)
  ].join("\n")

/** Measures each side: what an onboarding takes, then, in turn, the highest rate that is sustained. */
export const compare = Effect.fnUntraced(function* ({ checkouts, quick, rounds, say }: Options) {
  const { folder, server } = yield* makeWorld(countingSettings)
  yield* countNothing(server)
  const { pid: postmaster } = Option.getOrThrow(yield* runningServer(join(folder, "postgres")))
  const receiver = yield* startBenchReceiver
  const drive = yield* startHelper<Load, Driven>("driverProcess.ts")
  const equipment: Equipment = { drive, receiver }
  const fund = yield* startFund(folder)
  const sides: Array<Side> = []
  for (const { checkout, name } of checkouts) {
    const webhookUrl = `${receiver.origin}/named`
    const side = yield* startSide({ name, checkout, folder, server, fund, webhookUrl })
    yield* side.rest
    sides.push(side)
  }
  /** Only one side runs at a time. */
  const alone = <A, E, R>(side: Side, effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.andThen(side.wake, Effect.sleep("1 second")),
      () => effect,
      () => side.rest
    )

  const footprints: Array<Footprint> = []
  for (const side of sides) {
    const warm = quick ? 20 : 150
    const measured = yield* alone(
      side,
      Effect.gen(function* () {
        yield* load(equipment, side, 240, warm)
        const size = quick ? { count: 20, perMinute: 240 } : { count: 200, perMinute: 300 }
        return yield* footprint(equipment, { postmaster, server, side }, size)
      })
    )
    footprints.push(measured)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${FOLDER}/onboarding-${side.name}.txt`, `${listed(measured)}\n`)
    yield* say(
      `${side.name}: ${measured.statements.toFixed(1)} statements, ${(measured.wal / 1000).toFixed(1)} KB WAL, ` +
        `${(measured.tables / 1000).toFixed(1)} KB of tables for each (${FOLDER}/onboarding-${side.name}.txt)`
    )
  }

  const done = sides.map((): Array<Round> => [])
  const guesses = sides.map(() => FIRST_GUESS)
  for (let nth = 0; nth < rounds; nth += 1) {
    const order = sides.map((_, index) => index)
    for (const index of nth % 2 === 0 ? order : order.toReversed()) {
      const side = sides[index]!
      const tried = new Map<number, Round>()
      const once = Effect.fnUntraced(function* (rate: number) {
        const perMinute = RATES[rate]!
        const count = Math.max(Math.round((perMinute * (quick ? 5 : 20)) / 60), 5)
        const { result: outcome, ...cpu } = yield* withCpu(
          { postmaster, side },
          load(equipment, side, perMinute, count)
        )
        const { operation, p99 } = slowest(outcome)
        yield* say(
          `round ${nth + 1}, ${side.name} at ${perMinute} a minute: slowest ${operation}, p99 ${Math.round(p99)} ms; ` +
            `${outcome.failures.length} failed, ${outcome.leftOver} left over${outcome.failures.length === 0 ? "" : ` (${outcome.failures[0]})`}`
        )
        tried.set(rate, {
          perMinute,
          outcome,
          serviceCpu: cpu.serviceCpu / count,
          databaseCpu: cpu.databaseCpu / count
        })
        return isSustained(outcome)
      })
      /** A rate that fails is tried again: a stall of this machine is no limit of the service. */
      const tryRate = (rate: number) =>
        Effect.flatMap(once(rate), (good) => (good || quick ? Effect.succeed(good) : once(rate)))
      const best = yield* alone(side, highest(guesses[index]!, nth === 0 ? 3 : 1, tryRate))
      guesses[index] = Math.max(best, 0)
      const round = tried.get(best)
      if (round !== undefined) done[index]!.push(round)
    }
  }
  return sides.map(({ name }, index): Compared => ({
    name,
    footprint: footprints[index]!,
    rounds: done[index]!
  }))
})
