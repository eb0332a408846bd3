import { freePorts } from "@embedded-super/program/freePorts"
import { seedPartner } from "@embedded-super/contract-tests/onboarding/seed"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { startProgram } from "@embedded-super/program/startProgram"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type { Scope } from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { type Cluster, startCluster } from "../cluster/Cluster.ts"
import { type Acknowledged, makeOnboarder } from "../cluster/onboarding.ts"
import { lacksCluster } from "../cluster/programs.ts"
import type { Try } from "../cluster/patient.ts"
import { judge } from "../judge/judge.ts"
import { people } from "../registration/registrants.ts"
import { startFund } from "../registration/simulatedFund.ts"
import {
  atLeast,
  atMost,
  exactly,
  judged,
  type Row,
  type RowContext,
  type Size,
  violationsOf
} from "../Row.ts"
import type { Cell } from "../world/Cell.ts"
import type { Child } from "../world/Child.ts"
import { collect } from "../world/collect.ts"
import { placeOf, startService, startWorker } from "../world/programsOf.ts"
import { isDrained, isRegistered } from "../world/scene.ts"
import { until } from "../world/World.ts"

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

/** What the database has of what was acknowledged, and what still goes on. */
const remains = (done: Acknowledged) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ employers: number; sessions: number; confirmed: number }>`SELECT
      (SELECT count(*)::int FROM employers WHERE id = ANY(${done.employers}::uuid[])) AS employers,
      (SELECT count(*)::int FROM onboarding_sessions WHERE id = ANY(${done.sessions}::uuid[])) AS sessions,
      (SELECT count(*)::int FROM onboarding_sessions WHERE id = ANY(${done.confirmed}::uuid[])
        AND state = 'completed') AS confirmed`
    return row ?? { employers: 0, sessions: 0, confirmed: 0 }
  })

/** The service's settings behind the cluster's PgBouncer. */
const settingsOf = ({ pooled }: Cluster) => ({
  DATABASE_URL: Redacted.value(pooled),
  DATABASE_POOLER: "transaction",
  OUTGOING: "across-failovers"
})

/** The longest time, in seconds, in which nothing was answered with success. */
const longestGap = (tries: ReadonlyArray<Try>): number => {
  const times = tries.flatMap(({ at, status }) => (status >= 200 && status < 300 ? [at] : []))
  return Math.max(0, ...times.map((at, nth) => at - (times[nth - 1] ?? at))) / 1000
}

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
    const { say, seed, size, world } = context
    const { clients, kills } = sizes[size]
    if (lacksCluster !== undefined) return yield* Effect.die(new Error(lacksCluster))
    const cluster = yield* startCluster(join(world.folder, "cluster"))
    yield* say("the cluster is whole")
    const receiver = yield* world.receiver("failover", seed)
    const cell: Cell = yield* world.cell(cluster, receiver, "embedded_super")
    const fund = yield* startFund(world, "failover", "honoured")
    const run = (...args: ReadonlyArray<string>) =>
      startProgram(serviceProgram, ["--dev", ...args], placeOf(cell, world)).ended
    const { products } = yield* Effect.promise(() =>
      seedPartner(
        { run },
        { url: fund.url, dataDir: fund.folder },
        {
          slug: "failover",
          products: 1,
          webhookUrl: receiver.url("/failover/real")
        }
      )
    )
    const [product] = products
    if (product === undefined) return yield* Effect.die(new Error("seed made no product"))

    const settings = settingsOf(cluster)
    const ports = yield* Effect.promise(() => freePorts(2))
    const tries: Array<Try> = []
    const done: Acknowledged = { employers: [], sessions: [], confirmed: [] }
    const crowd = people(100_000, 7)
    const over = new AbortController()
    const printed: Array<() => string> = []

    yield* Effect.scoped(
      Effect.gen(function* () {
        const serves = yield* Effect.forEach(ports, (port) =>
          startService(cell, world, port, false, settings)
        )
        const ready = (child: Child) => {
          printed.push(child.printed)
          return child.ready
        }
        yield* Effect.forEach(serves, ready)
        yield* killWorkers(Effect.tap(startWorker(cell, world, { settings }), ready), 2)
        const onboard = async (client: number) => {
          const url = `http://127.0.0.1:${ports[client % ports.length]}`
          const { whole } = makeOnboarder(url, product.key, (each) => void tries.push(each), done)
          for (let nth = client; !over.signal.aborted; nth += clients) {
            const person = crowd[nth]
            if (person === undefined) throw new Error("more people than there are")
            await whole(String(nth), person)
          }
        }
        const onboarding = yield* Effect.forkChild(
          Effect.promise(() => Promise.all(Array.from({ length: clients }, (_, nth) => onboard(nth))))
        )
        for (let nth = 0; nth < kills; nth += 1) {
          yield* cluster.whole
          yield* Effect.sleep(WHOLE_SECONDS * 1000)
          yield* nth % 2 === 0 ? cluster.crashPrimary : cluster.losePrimary
          yield* say(`${nth + 1} of ${kills} primaries lost, ${done.confirmed.length} onboardings`)
        }
        yield* cluster.whole
        yield* Effect.sleep(WHOLE_SECONDS * 1000)
        over.abort()
        yield* Fiber.join(onboarding)
        yield* until("everybody is registered", cell.run(isRegistered), 120)
        yield* until("every webhook is sent", cell.run(isDrained), 120)
      })
    )

    const kept = yield* cell.run(remains(done))
    const book = yield* fund.book
    const { logs } = yield* collect(cell, {
      acknowledged: [],
      texts: printed.map((text, nth) => ({ name: `output ${nth}`, text: text() })),
      canaries: [{ name: "the product's key", value: product.key }]
    })
    const judgement = judge(logs)
    const odd = tries.filter(
      ({ hasRetryAfter, status }) => status === 0 || (status >= 500 && !(status === 503 && hasRetryAfter))
    )
    return {
      runs: `${kills} primaries lost under ${clients} clients, ${tries.length} answers, ${done.confirmed.length} whole onboardings, ${judgement.committed} events`,
      figures: [
        atLeast("whole onboardings", done.confirmed.length, kills * clients),
        atLeast("answered 503", tries.filter(({ status }) => status === 503).length, 1),
        exactly("answered neither 2xx, 4xx nor 503 with Retry-After", odd.length, 0),
        exactly("employers answered 201 and not there", done.employers.length - kept.employers, 0),
        exactly("sessions answered 201 and not there", done.sessions.length - kept.sessions, 0),
        exactly("confirmed and not completed", done.confirmed.length - kept.confirmed, 0),
        exactly("members in the fund's book", book.length, done.confirmed.length),
        exactly(
          "twice in the fund's book",
          book.filter(({ registrations_count }) => registrations_count !== 1).length,
          0
        ),
        atMost("back after, most", longestGap(tries), BACK_SECONDS, "s"),
        ...judged([judgement])
      ],
      notes: [...odd.slice(0, 5).map(({ status }) => `answered ${status}`), ...violationsOf([judgement])]
    }
  })
}
