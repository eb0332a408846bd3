import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { DeliveryWorker } from "@embedded-super/service/webhooks"
import { atMost, percentile } from "../chaos/Row.ts"
import { latencies, openModel } from "./arrivals.ts"
import { type Bench, anAddress, newBenchDatabase } from "./Bench.ts"

const PER_SECOND = 50
/** Pairs of slices in a round. */
const PAIRS = 5
const SLICE_SECONDS = 2

type Address = Effect.Success<ReturnType<typeof anAddress>>

/**
 * A receiver that never answers, one that resets and one that answers 500 beside a healthy one.
 *
 * Compares slices of time in which the three are sick with slices in which they are paused: the same events are
 * recorded, so only the sick receivers make a difference. The figures are medians of the slices, because a single stall
 * of this machine of 100 ms is the p99 of 10 seconds.
 *
 * The trap: the service's breakers open within a slice, and nothing more is sent to the sick ones. So each slice has new
 * ones, and `receiver.take` ends the requests that hang. A webhook that doesn't arrive in its slice counts as late by the
 * whole slice.
 */
export const neighbours: Bench = {
  title: "A healthy receiver beside three sick ones",
  run: Effect.fnUntraced(function* ({ quick, receiver, rounds, say, server }) {
    const run = yield* newBenchDatabase(server, "neighbours")
    return yield* run(
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const three = Effect.forEach(["/hang", "/reset", "/500"], (path) =>
            anAddress(`${receiver.origin}${path}`)
          )
          const healthy = yield* anAddress(`${receiver.origin}/hooks`)
          const paused = yield* three
          yield* sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'operator'
            WHERE ${sql.in(
              "id",
              paused.map(({ id }) => id)
            )}`
          yield* Layer.build(Layer.fresh(DeliveryWorker.layer))

          const p99Beside = Effect.fnUntraced(function* (others: ReadonlyArray<Address>) {
            const [committedAt = new Map()] = yield* Effect.forEach(
              [healthy, ...others],
              (address) => openModel(address, PER_SECOND, SLICE_SECONDS),
              { concurrency: "unbounded" }
            )
            yield* Effect.sleep("500 millis")
            const arrived = latencies(committedAt, yield* receiver.take)
            const late = Array.from({ length: committedAt.size - arrived.length }, () => SLICE_SECONDS * 1000)
            return percentile([...arrived, ...late], 0.99)
          })
          const pair = Effect.gen(function* () {
            const sick = yield* three
            return { quiet: yield* p99Beside(paused), noisy: yield* p99Beside(sick) }
          })
          // The first ones open connections to the database, and make this process's code fast.
          yield* Effect.replicateEffect(pair, quick ? 1 : 2, { discard: true })
          const pairs = yield* Effect.replicateEffect(
            Effect.tap(pair, ({ noisy, quiet }) =>
              say(`p99 beside three paused ones ${quiet.toFixed(1)} ms, sick ones ${noisy.toFixed(1)} ms`)
            ),
            quick ? 1 : rounds * PAIRS
          )
          const median = (which: "quiet" | "noisy") =>
            percentile(
              pairs.map((pair) => pair[which]),
              0.5
            )
          return [
            atMost(
              "p99 beside three sick ones, as a ratio to three paused ones",
              median("noisy") / median("quiet"),
              1.5
            )
          ]
        })
      )
    )
  })
}
