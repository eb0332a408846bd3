import { embeddedPostgres, runningServer } from "@embedded-super/program/postgres/EmbeddedPostgres"
import { freePort, freePorts } from "@embedded-super/program/freePorts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { missing } from "@embedded-super/contract-tests/clients/missing"
import { startPrometheus } from "../../alerts/Prometheus.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { CLIENTS, judgeCrowd, startCrowd } from "../fleet/crowd.ts"
import { startFleet } from "../fleet/Fleet.ts"
import { fleetScene } from "../fleet/scene.ts"
import { atLeast, atMost, type Row, type RowContext, type Size } from "../Row.ts"
import { startServer } from "../world/Server.ts"
import { lacksMounts, makeSmallDisk } from "../world/smallDisk.ts"
import { until } from "../world/World.ts"

/** So many whole onboardings before the disk fills up, and as many after it. */
const ONBOARDINGS: Readonly<Record<Size, number>> = { short: 4, usual: 20, long: 500 }

/** Seconds within which an alert says that something is wrong, by the rules as they are. */
const SEEN_SECONDS = 60
/** As in `operations/prometheus.yml`. */
const SCRAPE_SECONDS = 15

/** An alert that doesn't come, or go, in this time ends the row. */
const PATIENCE = "6 minutes"

const patiently = (wait: () => Promise<number>) =>
  Effect.promise(wait).pipe(Effect.timeout(PATIENCE), Effect.orDie)

/** Why the row can't run here. */
export const lacksFullDisk = lacksMounts ?? missing(["prometheus"])[0]

/** Begins segments of the write-ahead log, of which there are only so many, until the server ends in panic. */
const useUpLog = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forever(
    Effect.andThen(
      sql`SELECT pg_logical_emit_message(false, 'full', 'disk'::text)::text`,
      sql`SELECT pg_switch_wal()::text`
    )
  )
).pipe(Effect.ignore)

/** Row 23: PostgreSQL's disk fills up under whole onboardings: first its tables can't grow, then it panics. */
export const fullDisk: Row = {
  number: 23,
  title: "full disk of the database",
  run: Effect.fnUntraced(function* (context: RowContext) {
    const { say, size, world } = context
    const [clients, before] = [CLIENTS[size], ONBOARDINGS[size]]
    if (lacksFullDisk !== undefined) return yield* Effect.die(new Error(lacksFullDisk))
    const scope = yield* Scope.Scope
    const folder = join(world.folder, "full-disk")
    const disk = yield* makeSmallDisk(folder, "512m")
    const extra = [`port=${yield* Effect.promise(freePort)}`, "min_wal_size=32MB", "max_wal_size=64MB"]
    const server = yield* startServer(folder, extra)
    const operations = (yield* Effect.promise(() => freePorts(4))).map(String)
    const { cell, fund, product } = yield* fleetScene(context, server, {
      name: "full-disk",
      database: "full_disk",
      keys: world
    })
    const prometheus = yield* Effect.promise(() =>
      startPrometheus(
        operations.map((port) => `127.0.0.1:${port}`),
        { seconds: SCRAPE_SECONDS }
      )
    )
    yield* Effect.addFinalizer(() => Effect.promise(prometheus.stop))
    const seen = { full: NaN, away: NaN, cleared: NaN }

    const { crowd, printed } = yield* Effect.scoped(
      Effect.gen(function* () {
        const fleet = yield* startFleet(cell, world, {
          project: projectRoot,
          settingsOf: (role, nth) => ({
            OPERATIONS_PORT: operations[role === "serve" ? nth : 2 + nth] ?? ""
          }),
          killsWorkers: false
        })
        const crowd = yield* startCrowd(cell, fleet, product.key, clients)
        const whole = (count: number) =>
          until(
            "onboardings",
            Effect.sync(() => crowd.whole() >= count),
            300
          )
        yield* whole(before)
        yield* disk.fill
        seen.full = yield* patiently(() => prometheus.fires("ErrorRate"))
        yield* say(`the disk is full: ErrorRate fired after ${seen.full} s`)
        yield* cell.run(useUpLog)
        const gone = Effect.map(runningServer(folder), Option.isNone)
        yield* until("the server is gone", gone, 60)
        seen.away = yield* patiently(() => prometheus.fires("DatabaseAway"))
        yield* say(`the server has ended: DatabaseAway fired after ${seen.away} s`)
        yield* disk.free
        yield* Effect.provideService(embeddedPostgres({ folder, extra }), Scope.Scope, scope)
        yield* server.answers
        const now = crowd.whole()
        yield* say("there is space again, and the server was started")
        seen.cleared = yield* patiently(() => prometheus.clears("DatabaseAway"))
        yield* patiently(() => prometheus.clears("ErrorRate"))
        yield* whole(now + before)
        yield* crowd.leave
        return { crowd, printed: fleet.printed() }
      })
    )

    const { figures, notes, runs } = yield* judgeCrowd(cell, fund, crowd, printed, [product.key])
    return {
      runs: `a disk filled up under ${clients} clients, until the server panicked, ${runs}`,
      figures: [
        atLeast("answered 503", crowd.turnedAway(), 1),
        ...figures,
        atMost("tables can't grow: ErrorRate fired after", seen.full, SEEN_SECONDS, "s"),
        atMost("the server panicked: DatabaseAway fired after", seen.away, SEEN_SECONDS, "s"),
        atMost("space again: DatabaseAway cleared after", seen.cleared, SEEN_SECONDS, "s")
      ],
      notes
    }
  })
}
