import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { DeliveryWorker } from "@embedded-super/service/webhooks"
import { emitFresh } from "../chaos/world/emit.ts"
import { atMost, exactly, percentile, noted } from "../chaos/Row.ts"
import { type Bench, anAddress, newBenchDatabase } from "./Bench.ts"

const RATES = [50, 200, 500] as const
/** Promised at this rate, on a quiet machine. */
const LIMIT = { rate: 200, p99: 100 }
const TICK = 20

const wall = () => performance.timeOrigin + performance.now()

/** Events are committed at a fixed rate, each in its own transaction, even if earlier ones aren't delivered yet. */
export const openModel = Effect.fnUntraced(function* (
  address: { readonly id: string; readonly productId: string },
  perSecond: number,
  seconds: number
) {
  const committedAt = new Map<string, number>()
  const one = Effect.map(emitFresh(address, 1, "onboarding_intent_completed"), ([event]) => {
    if (event !== undefined) committedAt.set(event.webhookId, wall())
  })
  const began = performance.now()
  let sent = 0
  yield* Effect.scoped(
    Effect.gen(function* () {
      while (performance.now() - began < seconds * 1000) {
        const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
        for (; sent < due; sent += 1) yield* Effect.forkChild(one)
        yield* Effect.sleep(TICK)
      }
      while (committedAt.size < sent) yield* Effect.sleep(TICK)
    })
  )
  return committedAt
})

/** Milliseconds from each commit to its arrival. */
export const latencies = (
  committedAt: ReadonlyMap<string, number>,
  { ids, times }: { readonly ids: ReadonlyArray<string>; readonly times: ReadonlyArray<number> }
) =>
  ids.flatMap((id, nth) => {
    const at = committedAt.get(id)
    return at === undefined ? [] : [Math.max(0, (times[nth] ?? 0) - at)]
  })

/** The time from commit to receipt when events come at 50, 200 and 500 a second, and its cost. */
export const arrivals: Bench = {
  title: "Open-model arrivals",
  run: Effect.fnUntraced(function* ({ quick, receiver, say, server }) {
    const run = yield* newBenchDatabase(server, "arrivals")
    const figures = []
    for (const rate of RATES) {
      yield* receiver.take
      const { bytes, committedAt, cpu } = yield* run(
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const address = yield* anAddress(`${receiver.origin}/hooks`)
            yield* Layer.build(Layer.fresh(DeliveryWorker.layer))
            yield* openModel(address, rate, 1)
            const before = process.cpuUsage()
            const [wal] = yield* sql<{ lsn: string }>`SELECT pg_current_wal_lsn()::text AS lsn`
            const committedAt = yield* openModel(address, rate, quick ? 3 : 15)
            const left = sql`SELECT FROM webhook_deliveries WHERE state = 'pending' AND endpoint_id = ${address.id} LIMIT 1`
            while ((yield* left).length > 0) yield* Effect.sleep("20 millis")
            const { system, user } = process.cpuUsage(before)
            const [row] = yield* sql<{ bytes: number }>`
              SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), ${wal?.lsn ?? ""}::pg_lsn)::float8 AS bytes`
            return { committedAt, cpu: (user + system) / 1000 / committedAt.size, bytes: row?.bytes ?? 0 }
          })
        )
      )
      const took = latencies(committedAt, yield* receiver.take)
      const p99 = percentile(took, 0.99)
      yield* say(`${rate} a second: ${took.length} arrived`)
      figures.push(
        exactly(`${rate} a second: arrived`, took.length, committedAt.size),
        noted(`${rate} a second: p50 from commit to receipt`, percentile(took, 0.5), "ms"),
        rate === LIMIT.rate
          ? atMost(`${rate} a second: p99`, p99, LIMIT.p99, "ms")
          : noted(`${rate} a second: p99`, p99, "ms"),
        noted(`${rate} a second: CPU for a delivery, its recording included`, cpu, "ms"),
        noted(
          `${rate} a second: WAL for a delivery, its recording included`,
          bytes / committedAt.size,
          "bytes"
        )
      )
    }
    return [...figures, noted("memory at the end", process.memoryUsage.rss() / 1e6, "MB")]
  })
}
