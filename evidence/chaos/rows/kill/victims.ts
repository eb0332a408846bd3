import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { performance } from "node:perf_hooks"
import type { Scope } from "effect/Scope"
import { sum } from "../../Row.ts"
import type { Cell } from "../../world/Cell.ts"
import type { Child } from "../../world/Child.ts"
import { until } from "../../world/World.ts"
import type { Point } from "../killEverywhere.ts"

/** A kill: when it was, by this machine's clock, and how long it took until something arrived again. */
export interface Kill {
  readonly at: number
  readonly resumedAfter: number
  /**
   * Whether everything that the previous kill had delayed was sent by then; otherwise it hit a worker that was catching
   * up.
   */
  readonly isSteady: boolean
}

const LITTLE = 20

type Start = Effect.Effect<Child, never, Scope>

/** A point that no process reaches for so long doesn't exist. */
const PATIENCE = "90 seconds"

const cameTo = (cell: Cell) =>
  Effect.map(cell.receiver.counts, (counts) => sum(cell.endpoints.map(({ path }) => counts[path]?.came ?? 0)))

/** Whether few deliveries wait: those that an earlier kill delayed are done. */
const hasCaughtUp = (cell: Cell) =>
  cell.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ due: number }>`
        SELECT count(*)::int AS due FROM webhook_deliveries WHERE state = 'pending' AND due_at <= platform_now()`
      return (row?.due ?? 0) <= LITTLE
    })
  )

/** Waits for the next first arrival, and returns the milliseconds until then. */
const untilResumed = Effect.fnUntraced(function* (cell: Cell, killedAt: number) {
  const before = yield* cameTo(cell)
  while ((yield* cameTo(cell)) === before) yield* Effect.sleep("20 millis")
  return performance.now() - killedAt
})

/**
 * Kills one process after another at a point. `others` run as well: the first of them to reach the point dies. The next
 * one is started at once. Every other kill waits until the deliveries that the last one delayed are sent; the others
 * hit a worker that is catching up.
 */
export const killAgainAndAgain = Effect.fnUntraced(function* (
  cell: Cell,
  point: Point,
  kills: number,
  roll: () => number,
  start: Start,
  standing: number,
  onKill: (nth: number) => Effect.Effect<void>
) {
  const alive: Array<Child> = []
  const done: Array<Kill> = []
  const printed: Array<() => string> = []
  const refill = Effect.gen(function* () {
    const left = alive.filter((child) => !child.hasEnded())
    const fresh = yield* Effect.all(Array.from({ length: standing - left.length }, () => start))
    yield* Effect.forEach(fresh, ({ ready }) => ready)
    alive.splice(0, alive.length, ...left, ...fresh)
    printed.push(...fresh.map((child) => child.printed))
  })
  yield* refill
  for (let nth = 1; nth <= kills; nth += 1) {
    const isSteady = nth % 2 === 1
    if (isSteady) yield* until(`${cell.name} has caught up`, hasCaughtUp(cell), 240)
    const times = 1 + Math.floor(roll() * point.within)
    yield* Effect.forEach(alive, ({ arm }) => arm({ point: point.name, times }))
    const reached = yield* Effect.timeoutOption(Effect.raceAll(alive.map(({ ended }) => ended)), PATIENCE)
    const killedAt = performance.now()
    if (reached._tag === "None") return { done, printed, missed: kills - done.length }
    yield* Effect.forEach(alive, ({ arm }) => arm(null))
    const [resumedAfter] = yield* Effect.all([untilResumed(cell, killedAt), refill], { concurrency: 2 })
    done.push({ at: performance.timeOrigin + killedAt, resumedAfter, isSteady })
    yield* onKill(nth)
  }
  return { done, printed, missed: 0 }
})
