import * as Effect from "effect/Effect"
import { performance } from "node:perf_hooks"
import type { Scope } from "effect/Scope"
import { sum } from "../../Figure.ts"
import type { Cell } from "../../world/Cell.ts"
import type { Child } from "../../world/Child.ts"
import type { Point } from "./points.ts"

/** A kill: when it was, by this machine's clock, and how long it took until something arrived again. */
export interface Kill {
  readonly at: number
  readonly resumedAfter: number
}

type Start = Effect.Effect<Child, never, Scope>

/** A point that nobody comes to for so long isn't there. */
const PATIENCE = "90 seconds"

const cameTo = (cell: Cell) =>
  Effect.map(cell.receiver.counts, (counts) => sum(cell.endpoints.map(({ path }) => counts[path]?.came ?? 0)))

/** Waits until something arrives that didn't arrive before, and answers after how many milliseconds. */
const untilResumed = Effect.fnUntraced(function* (cell: Cell, killedAt: number) {
  const before = yield* cameTo(cell)
  while ((yield* cameTo(cell)) === before) yield* Effect.sleep("20 millis")
  return performance.now() - killedAt
})

/**
 * Kills one process after another at a point. `others` stand by: whichever of them comes to the point first is the one
 * that dies. The next one is started at once, and killed no sooner than what the last one left behind goes on.
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
    const times = 1 + Math.floor(roll() * point.within)
    yield* Effect.forEach(alive, ({ arm }) => arm({ point: point.name, times }))
    const reached = yield* Effect.timeoutOption(Effect.raceAll(alive.map(({ ended }) => ended)), PATIENCE)
    const killedAt = performance.now()
    if (reached._tag === "None") return { done, printed, missed: kills - done.length }
    yield* Effect.forEach(alive, ({ arm }) => arm(null))
    const [resumedAfter] = yield* Effect.all([untilResumed(cell, killedAt), refill], { concurrency: 2 })
    done.push({ at: performance.timeOrigin + killedAt, resumedAfter })
    yield* onKill(nth)
  }
  return { done, printed, missed: 0 }
})
