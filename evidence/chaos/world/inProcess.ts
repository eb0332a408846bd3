import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { DeliverySettings, DeliveryWorker, endpointLeaseRepo } from "@embedded-super/service/webhooks"
import { performance } from "node:perf_hooks"
import { passTime } from "@embedded-super/service/testing/stand-ins"
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

/** Moves a cell's clock of delivery, and remembers how far it was moved when. */
export const makeShift = (cell: Cell) => {
  const shifts: Array<{ readonly from: number; readonly ahead: number }> = []
  const wall = () => performance.timeOrigin + performance.now()
  return {
    /** Deliveries that are due within that time become due now. */
    pass: (duration: Duration.Input) =>
      Effect.suspend(() => {
        const ahead = (shifts.at(-1)?.ahead ?? 0) + Duration.toMillis(duration)
        // From the moment of the request: what arrives while the clock is being moved may already use the new one.
        shifts.push({ from: wall(), ahead })
        return cell.run(passTime(duration))
      }),
    /** How far the clock was ahead at a moment of this machine's clock. */
    ahead: (at: number) => shifts.findLast(({ from }) => from <= at)?.ahead ?? 0
  }
}
