import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DeliverySettings } from "@embedded-super/service/webhooks"
import { atLeast, exactly, percentile, sum, noted } from "../chaos/Row.ts"
import { bareLoop, nodeHttp, undiciDispatch } from "./bareLoop.ts"
import { type Bench, anAddress, drained, newBenchDatabase } from "./Bench.ts"
import { openAndResolve, verified } from "./issues.ts"

const BODY = 330

/** Employer issues that the system opened and resolved, drained, against a bare POST loop in the same run. */
export const drainRatio: Bench = {
  title: "Drain of employer issues, as a ratio to a bare POST loop",
  run: Effect.fnUntraced(function* ({ quick, receiver, rounds, say, server }) {
    const issues = quick ? 1000 : 10_000
    const run = yield* newBenchDatabase(server, "drain_ratio")
    const { requestsPerEndpoint } = yield* DeliverySettings
    const done: Array<
      Readonly<
        Record<
          "ratio" | "ratioToFastest" | "perSecond" | "cpu" | "wal" | "recorded" | "outOfOrder" | "repeated",
          number
        >
      >
    > = []
    for (let nth = 1; nth <= rounds; nth += 1) {
      const load = {
        origin: receiver.origin,
        requests: issues * 2,
        atOnce: requestsPerEndpoint,
        bodySize: BODY
      }
      const bare = yield* bareLoop(nodeHttp, load)
      const fastest = yield* bareLoop(undiciDispatch, load)
      yield* receiver.take
      const round = yield* run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const address = yield* anAddress(`${receiver.origin}/hooks`)
          yield* openAndResolve(address, issues)
          const cpu = process.cpuUsage()
          const [wal] = yield* sql<{ lsn: string }>`SELECT pg_current_wal_lsn()::text AS lsn`
          const seconds = yield* drained([address.id])
          const { system, user } = process.cpuUsage(cpu)
          const [bytes] = yield* sql<{ bytes: number }>`
            SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), ${wal?.lsn ?? ""}::pg_lsn)::float8 AS bytes`
          const { ids } = yield* receiver.take
          return {
            ...(yield* verified(address.id, ids)),
            perSecond: (issues * 2) / seconds,
            cpu: (user + system) / 1000 / (issues * 2),
            wal: (bytes?.bytes ?? 0) / (issues * 2)
          }
        })
      )
      const { perSecond } = round
      yield* say(
        `round ${nth}: node:http ${Math.round(bare)}/s, undici's dispatch ${Math.round(fastest)}/s, delivered ${Math.round(perSecond)}/s`
      )
      done.push({ ...round, ratio: perSecond / bare, ratioToFastest: perSecond / fastest })
    }
    const median = (of: (round: (typeof done)[number]) => number) => percentile(done.map(of), 0.5)
    return [
      atLeast(
        `ratio to node:http with keep-alive, median of ${rounds} rounds (aim: 0.6)`,
        median(({ ratio }) => ratio),
        0.5
      ),
      noted(
        "ratio to undici's dispatch",
        median(({ ratioToFastest }) => ratioToFastest)
      ),
      noted(
        "delivered a second",
        median(({ perSecond }) => perSecond)
      ),
      exactly(
        "delivered and recorded in each round",
        median(({ recorded }) => recorded),
        issues * 2
      ),
      exactly("out of order", sum(done.map(({ outOfOrder }) => outOfOrder)), 0),
      exactly("repeated", sum(done.map(({ repeated }) => repeated)), 0),
      noted(
        "CPU for a delivery",
        median(({ cpu }) => cpu),
        "ms"
      ),
      noted(
        "WAL for a delivery",
        median(({ wal }) => wal),
        "bytes"
      )
    ]
  })
}
