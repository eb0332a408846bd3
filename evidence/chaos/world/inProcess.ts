import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { DeliverySettings, DeliveryWorker, endpointLeaseRepo } from "@embedded-super/service/webhooks"
import type { Cell } from "./Cell.ts"
import { until } from "./World.ts"

/** Whether no due delivery may be sent, no worker holds an endpoint's lease, and no wake-up waits. */
const isIdle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const neglected = yield* (yield* endpointLeaseRepo).neglected
  const [row] = yield* sql<{ quiet: boolean }>`SELECT
    NOT EXISTS (SELECT FROM webhook_leases WHERE owner IS NOT NULL AND expires_at > platform_now())
    AND NOT EXISTS (
      SELECT FROM effect_queue WHERE state = 'pending' AND acquired_at IS NULL AND visible_at <= now()
    ) AS quiet`
  return neglected.length === 0 && row?.quiet === true
})

/**
 * A worker inside this process, for rows whose clock of delivery is moved: it looks every 50 ms for what the move made
 * due, where production would wait two seconds. Ends with the scope.
 */
export const workInProcess = (cell: Cell, settings: Partial<DeliverySettings> = {}) =>
  Effect.gen(function* () {
    const defaults = yield* DeliverySettings
    const scope = yield* Scope.Scope
    yield* cell
      .run(Layer.buildWithScope(Layer.fresh(DeliveryWorker.layer), scope))
      .pipe(
        Effect.provideService(DeliverySettings, { ...defaults, sweepEvery: Duration.millis(50), ...settings })
      )
  })

/** Waits until everything that is due by now has been sent and written down. */
export const untilIdle = (cell: Cell) => until(`${cell.name} is idle`, cell.run(isIdle), 120)
