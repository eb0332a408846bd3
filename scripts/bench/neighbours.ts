import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DeliveryWorker } from "../../packages/service/src/webhooks/delivery/DeliveryWorker.ts"
import { atMost, percentile } from "../chaos/Figure.ts"
import { latencies, openModel } from "./arrivals.ts"
import type { Bench } from "./Bench.ts"
import { anAddress, newBenchDatabase } from "./benchDatabase.ts"

const PER_SECOND = 50

/** A receiver that never answers, one that resets and one that answers 500 beside a healthy one. */
export const neighbours: Bench = {
  title: "A healthy receiver beside three sick ones",
  run: Effect.fnUntraced(function* ({ quick, receiver, rounds, say, server }) {
    const run = yield* newBenchDatabase(server, "neighbours")
    const seconds = quick ? 3 : 10
    return yield* run(
      Effect.scoped(
        Effect.gen(function* () {
          const healthy = yield* anAddress(`${receiver.origin}/hooks`)
          const sick = yield* Effect.forEach(["/hang", "/reset", "/500"], (path) =>
            anAddress(`${receiver.origin}${path}`)
          )
          yield* Layer.build(Layer.fresh(DeliveryWorker.layer))
          yield* openModel(healthy, PER_SECOND, 2)
          const ratios: Array<number> = []
          // Interleaved, because the machine's own variation is larger than the difference to measure.
          for (let nth = 0; nth < rounds; nth += 1) {
            yield* receiver.take
            const alone = yield* openModel(healthy, PER_SECOND, seconds)
            yield* Effect.sleep("1 second")
            const quiet = percentile(latencies(alone, yield* receiver.take), 0.99)
            const [beside] = yield* Effect.all(
              [healthy, ...sick].map((address) => openModel(address, PER_SECOND, seconds)),
              { concurrency: "unbounded" }
            )
            yield* Effect.sleep("1 second")
            const noisy = percentile(latencies(beside ?? new Map(), yield* receiver.take), 0.99)
            yield* say(`p99 alone ${quiet.toFixed(1)} ms, beside three sick ones ${noisy.toFixed(1)} ms`)
            ratios.push(noisy / quiet)
          }
          return [atMost("p99 beside three sick ones, as a ratio to alone", percentile(ratios, 0.5), 1.5)]
        })
      )
    )
  })
}
