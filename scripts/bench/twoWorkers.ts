import * as Effect from "effect/Effect"
import { dice } from "../chaos/random/dice.ts"
import { atLeast, atMost, exactly, judged, percentile } from "../chaos/Figure.ts"
import { drainRate } from "../chaos/rows/outage/drainRate.ts"
import { killAgainAndAgain } from "../chaos/rows/kill/victims.ts"
import type { RowContext } from "../chaos/Row.ts"
import { makeWorld } from "../chaos/world/World.ts"
import { startWorker } from "../chaos/world/programsOf.ts"
import { makeScene } from "../chaos/world/scene.ts"
import type { Bench } from "./Bench.ts"

/** Two `worker` processes on one PostgreSQL: what they do together, and how soon one takes over from the other. */
export const twoWorkers: Bench = {
  title: "Two workers on one database",
  run: Effect.fnUntraced(function* ({ quick, say }) {
    const world = yield* makeWorld()
    const context: RowContext = { world, seed: 1, size: "short", atOnce: 1, say }
    const receiver = yield* world.receiver("workers", 1)
    const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, "workers")
    const kills = quick ? 1 : 5
    const measured = yield* Effect.scoped(
      Effect.gen(function* () {
        const one = yield* startWorker(cell, world)
        yield* one.ready
        // Whoever was just started is slow at first, and which of two gets the endpoint is chance.
        const drain = drainRate(cell, endpoint, quick ? 500 : 5000, Effect.void)
        const drains = Effect.replicateEffect(drain, quick ? 2 : 15)
        const alone = yield* drains
        const domain = yield* producer
        yield* domain.ready
        const { done, printed } = yield* killAgainAndAgain(
          cell,
          { name: "answered", victim: "worker", within: 5, receiver: { kind: "answers", status: 204 } },
          kills,
          dice(1),
          startWorker(cell, world),
          2,
          (nth) => say(`${nth} of ${kills} workers killed`)
        )
        yield* domain.signal("SIGTERM")
        yield* domain.ended
        const together = yield* drains
        return { alone, together, done, printed: [one.printed, domain.printed, ...printed] }
      })
    )
    const { alone, done, printed, together } = measured
    const { judgement } = yield* finish(printed, {
      more: [...alone, ...together].flatMap(({ acknowledged }) => acknowledged)
    })
    const takeovers = done.map(({ resumedAfter }) => resumedAfter / 1000)
    const rate = (drains: typeof alone) => {
      const rates = drains.slice(-5).map(({ perSecond }) => perSecond)
      return percentile(rates, 0.5)
    }
    return [
      atLeast("delivered a second by one", rate(alone), 0),
      atLeast("the same by two, as a ratio to that", rate(together) / rate(alone), 0.8),
      exactly("workers killed", done.length, kills),
      atMost("the other goes on after, most", percentile(takeovers, 1), 15, "s"),
      ...judged([judgement])
    ]
  })
}
