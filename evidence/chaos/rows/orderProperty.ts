import * as Effect from "effect/Effect"
import { fileURLToPath } from "node:url"
import { exactly, sum, type Row, type Size } from "../Row.ts"
import { runTests } from "./runTests.ts"

const ROOT = fileURLToPath(new URL("../../../", import.meta.url))
const PROPERTY = "webhooks/delivery/deliveryOrder.test.ts"

const schedulesOf: Readonly<Record<Size, number>> = { short: 20, usual: 240, long: 10_000 }
/** Each has a database of its own, because a schedule moves the database's clock. */
const PROCESSES = 2
/** Seconds that one schedule may take. */
const PATIENCE = 10

/** Row 10: the property of the service's own tests, over many more schedules than a test run tries. */
export const orderProperty: Row = {
  number: 10,
  title: "order property",
  run: Effect.fnUntraced(function* ({ say, seed, size }) {
    const schedules = schedulesOf[size]
    const each = schedules / PROCESSES
    const runs = yield* Effect.forEach(
      Array.from({ length: PROCESSES }, (_, nth) => seed + nth),
      (seed) =>
        runTests({
          root: ROOT,
          tests: [PROPERTY],
          patience: 120 + each * PATIENCE,
          env: { ORDER_RUNS: String(each), ORDER_SEED: String(seed) }
        }).pipe(Effect.tap(({ caught }) => say(`seed ${seed}, ${each} schedules: ${caught ?? "all hold"}`))),
      { concurrency: PROCESSES }
    )
    const failed = runs.filter(({ caught }) => caught !== null)
    return {
      runs: `${schedules} random schedules of events, answers, pauses, replays and rotations`,
      figures: [
        exactly("counterexamples", failed.length, 0),
        exactly("series that came to their end", sum(runs.map(({ passed }) => passed)), PROCESSES)
      ],
      notes: failed.flatMap(({ caught, message }) => [`${caught}: ${message ?? ""}`])
    }
  })
}
