import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Scope } from "effect/Scope"
import { join } from "node:path"
import { type Cluster, startCluster } from "../cluster/Cluster.ts"
import { gatherCrowd } from "../cluster/crowd.ts"
import { lacksCluster } from "../cluster/programs.ts"
import { atLeast, atMost, type Row, type RowContext, type Size } from "../Row.ts"
import type { Child } from "../world/Child.ts"
import { startWorker } from "../world/programsOf.ts"

/** Of the kills of the primary, every second one is the loss of its whole machine. */
const sizes: Readonly<Record<Size, { kills: number; clients: number }>> = {
  short: { kills: 2, clients: 2 },
  usual: { kills: 5, clients: 4 },
  long: { kills: 50, clients: 4 }
}

const WORKER_SECONDS = 20
/** Between the moment at which the cluster is whole again and the next kill. */
const WHOLE_SECONDS = 5
const BACK_SECONDS = 30

/** The service's settings behind the cluster's PgBouncer. */
const settingsOf = ({ pooled }: Cluster) => ({
  DATABASE_URL: Redacted.value(pooled),
  DATABASE_POOLER: "transaction",
  OUTGOING: "across-failovers"
})

/** Kills one of the workers every twenty seconds, in turn, and starts another. Ends with the scope. */
const killWorkers = Effect.fnUntraced(function* (start: Effect.Effect<Child, never, Scope>, count: number) {
  const workers = yield* Effect.forEach(Array.from({ length: count }), () => start)
  const killing = Effect.gen(function* () {
    const oldest = workers.shift()
    if (oldest === undefined) return
    yield* oldest.signal("SIGKILL")
    workers.push(yield* start)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(WORKER_SECONDS * 1000), killing)))
})

/** Row 22: the primary of a real cluster is lost again and again under whole onboardings. */
export const failover: Row = {
  number: 22,
  title: "failover of the database",
  run: Effect.fnUntraced(function* (context: RowContext) {
    const { say, size, world } = context
    const { clients, kills } = sizes[size]
    if (lacksCluster !== undefined) return yield* Effect.die(new Error(lacksCluster))
    const cluster = yield* startCluster(join(world.folder, "cluster"))
    yield* say("the cluster is whole")
    const crowd = yield* gatherCrowd(context, cluster, {
      name: "failover",
      database: "embedded_super",
      clients,
      settings: settingsOf(cluster)
    })

    yield* Effect.scoped(
      Effect.gen(function* () {
        const onboardings = yield* crowd.begin
        const worker = startWorker(crowd.cell, world, { settings: settingsOf(cluster) })
        yield* killWorkers(Effect.tap(worker, crowd.ready), 2)
        for (let nth = 0; nth < kills; nth += 1) {
          yield* cluster.whole
          yield* Effect.sleep(WHOLE_SECONDS * 1000)
          yield* nth % 2 === 0 ? cluster.crashPrimary : cluster.losePrimary
          yield* say(`${nth + 1} of ${kills} primaries lost, ${crowd.whole()} onboardings`)
        }
        yield* cluster.whole
        yield* Effect.sleep(WHOLE_SECONDS * 1000)
        yield* onboardings.end
      })
    )

    const { figures, notes, runs } = yield* crowd.judged
    return {
      runs: `${kills} primaries lost under ${clients} clients, ${runs}`,
      figures: [
        atLeast("whole onboardings", crowd.whole(), kills * clients),
        ...figures,
        atMost("back after, most", crowd.longestGap(), BACK_SECONDS, "s")
      ],
      notes
    }
  })
}
