import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Cell } from "./Cell.ts"
import { startWorker } from "./programsOf.ts"
import type { makeShift } from "./Shift.ts"
import { until } from "./World.ts"

/** Whether nothing is left that a worker could send, now or later. */
const isDrained = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ drained: boolean }>`SELECT NOT EXISTS (
    SELECT FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.paused_at IS NULL
    WHERE d.state = 'pending') AND NOT EXISTS (SELECT FROM webhook_leases WHERE expires_at > platform_now()) AS drained`
  return row?.drained ?? false
})

/**
 * Makes deliveries that wait for a later attempt due; a separate worker sends them. No other worker runs at the same
 * time.
 */
export const drain = (
  cell: Cell,
  keys: { readonly masterKeyFile: string },
  shift: ReturnType<typeof makeShift>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* shift.pass("30 hours")
      const worker = yield* startWorker(cell, keys)
      yield* until(`${cell.name} is drained`, cell.run(isDrained), 120)
      yield* worker.signal("SIGTERM")
      yield* worker.ended
      return worker.printed()
    })
  )
