import * as Effect from "effect/Effect"
import { dice } from "../chaos/programs/faults.ts"
import { atLeast, atMost, exactly, judged, percentile, noted, type RowContext } from "../chaos/Row.ts"
import { drainRate } from "../chaos/rows/databaseOutage.ts"
import { killAgainAndAgain } from "../chaos/rows/kill/victims.ts"
import { makeWorld } from "../chaos/world/World.ts"
import { startWorker } from "../chaos/world/programsOf.ts"
import { makeScene } from "../chaos/world/scene.ts"
import type { Bench } from "./Bench.ts"

/** Backlogs that count. */
const DRAINS = 5

/** Two `worker` processes on one PostgreSQL: their joint rate, and how soon one takes over from the other. */
export const twoWorkers: Bench = {
  title: "Two workers on one database",
  run: Effect.fnUntraced(function* ({ quick, say }) {
    const world = yield* makeWorld()
    const context: RowContext = { world, seed: 1, size: "short", atOnce: 1, say }
    const receiver = yield* world.receiver("workers", 1)
    const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, "workers")
    const kills = quick ? 1 : 5
    const killed = yield* Effect.scoped(
      Effect.gen(function* () {
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
        return { done, printed: [domain.printed, ...printed] }
      })
    )
    const drain = drainRate(cell, endpoint, quick ? 500 : 5000, Effect.void)
    const measured = yield* Effect.scoped(
      Effect.gen(function* () {
        const workers = yield* Effect.all([startWorker(cell, world), startWorker(cell, world)])
        yield* Effect.forEach(workers, ({ ready }) => ready)
        // Both are slow at first, and either may get the endpoint.
        const warmUp = yield* Effect.replicateEffect(drain, quick ? 2 : 20)
        const together = yield* Effect.replicateEffect(drain, DRAINS)
        yield* workers[0].signal("SIGTERM")
        yield* workers[0].ended
        const alone = yield* Effect.replicateEffect(drain, DRAINS)
        return { warmUp, together, alone, printed: workers.map(({ printed }) => printed) }
      })
    )
    const { alone, together, warmUp } = measured
    const { judgement } = yield* finish([...killed.printed, ...measured.printed], {
      more: [...warmUp, ...together, ...alone].flatMap(({ acknowledged }) => acknowledged)
    })
    const { done } = killed
    const rate = (drains: typeof alone) =>
      percentile(
        drains.map(({ perSecond }) => perSecond),
        0.5
      )
    const takeovers = done.map(({ resumedAfter }) => resumedAfter / 1000)
    return [
      noted("delivered a second by one", rate(alone)),
      atLeast("the same by two, as a ratio to that", rate(together) / rate(alone), 0.8),
      exactly("workers killed", done.length, kills),
      atMost("the other goes on after, most", percentile(takeovers, 1), 15, "s"),
      ...judged([judgement])
    ]
  })
}
