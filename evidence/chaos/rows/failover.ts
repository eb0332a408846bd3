import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { startProgram } from "@embedded-super/program/startProgram"
import { Database, DatabaseUrl } from "@embedded-super/service/platform"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { join } from "node:path"
import { type Cluster, startCluster } from "../cluster/Cluster.ts"
import { CLIENTS, judgeCrowd, startCrowd } from "../fleet/crowd.ts"
import { startFleet } from "../fleet/Fleet.ts"
import { fleetScene } from "../fleet/scene.ts"
import { lacksCluster } from "../cluster/programs.ts"
import { RELEASE, unpackRelease } from "../cluster/release.ts"
import { atLeast, atMost, type Row, type RowContext, type Size } from "../Row.ts"

/** Of the kills of the primary, every second one is the loss of its whole machine. */
const KILLS: Readonly<Record<Size, number>> = { short: 2, usual: 5, long: 50 }

/** Between a step of the upgrade and the next kill. */
const BETWEEN_SECONDS = 5
const BACK_SECONDS = 30

/** The service's settings behind the cluster's PgBouncer. */
const settingsOf = ({ pooled }: Cluster) => ({
  DATABASE_URL: Redacted.value(pooled),
  DATABASE_POOLER: "transaction",
  OUTGOING: "across-failovers"
})

/**
 * Row 22: the primary of a real cluster is lost again and again under whole onboardings, while the newest release is upgraded to
 * this program, process by process, and the upgrade is taken back.
 */
export const failover: Row = {
  number: 22,
  title: "failover of the database, and an upgrade and back",
  run: Effect.fnUntraced(function* (context: RowContext) {
    const { say, size, world } = context
    const [clients, kills] = [CLIENTS[size], KILLS[size]]
    if (lacksCluster !== undefined) return yield* Effect.die(new Error(lacksCluster))
    const released = join(world.folder, "released")
    yield* unpackRelease(released)
    const releasedProgram = join(released, serviceProgram)
    const cluster = yield* startCluster(join(world.folder, "cluster"), (url, grantTo) =>
      Effect.promise(async () => {
        const migrate = startProgram(releasedProgram, ["migrate", "--grant-to", grantTo], {
          DATABASE_URL: Redacted.value(url)
        })
        const { code, stderr } = await migrate.ended
        if (code !== 0) throw new Error(`migrate of ${RELEASE.version} ended with ${code}: ${stderr}`)
      })
    )
    yield* say("the cluster is whole")
    const { cell, fund, product } = yield* fleetScene(context, cluster, {
      name: "failover",
      database: "embedded_super",
      keys: world,
      program: releasedProgram
    })
    let migrations: ReadonlyArray<string> = []

    const { crowd, printed } = yield* Effect.scoped(
      Effect.gen(function* () {
        const fleet = yield* startFleet(cell, world, { settings: settingsOf(cluster), project: released })
        const crowd = yield* startCrowd(cell, fleet, product.key, clients)
        const migrate = Database.migrate({ grantTo: "embedded_super" }).pipe(
          Effect.provideService(DatabaseUrl, cluster.url(cell.name)),
          Effect.orDie
        )
        const steps = [
          Effect.gen(function* () {
            migrations = (yield* migrate).applied
            yield* fleet.become(0, projectRoot)
          }),
          fleet.become(1, projectRoot),
          fleet.become(0, released),
          fleet.become(1, released)
        ]
        const step = Effect.fnUntraced(function* (nth: number) {
          yield* steps[nth] ?? Effect.void
          if (nth < steps.length) yield* say(`step ${nth + 1} of ${steps.length} of the upgrade and back`)
          yield* Effect.sleep(BETWEEN_SECONDS * 1000)
        })
        for (let nth = 0; nth < Math.max(kills, steps.length); nth += 1) {
          yield* cluster.whole
          yield* step(nth)
          if (nth >= kills) continue
          yield* nth % 2 === 0 ? cluster.crashPrimary : cluster.losePrimary
          yield* say(`${nth + 1} of ${kills} primaries lost, ${crowd.whole()} onboardings`)
        }
        yield* cluster.whole
        yield* Effect.sleep(BETWEEN_SECONDS * 1000)
        yield* crowd.leave
        return { crowd, printed: fleet.printed() }
      })
    )

    const { figures, notes, runs } = yield* judgeCrowd(cell, fund, crowd, printed, [product.key])
    return {
      runs: `from ${RELEASE.version} with ${migrations.length} migrations to this version, and back; ${kills} primaries lost under ${clients} clients, ${runs}`,
      figures: [
        atLeast("answered 503", crowd.turnedAway(), 1),
        atMost("back after, most", crowd.longestGap(), BACK_SECONDS, "s"),
        ...figures
      ],
      notes
    }
  })
}
