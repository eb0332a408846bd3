import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The loops of one name. Times are milliseconds of the monotonic clock. */
interface Loop {
  readonly name: string
  /** How many run now. */
  runs: number
  /** How long a turn may take; undefined if a loop may wait for ever. */
  readonly turnsWithin: Duration.Duration | undefined
  turnedAt: number
  /** The failures since the last turn without one. */
  failures: number
  failedAt: number
}

/** The loops that `supervised` runs in this process, by name. */
export const Loops = Context.Reference<Map<string, Loop>>("@embedded-super/service/platform/jobs/Loops", {
  defaultValue: () => new Map()
})

/** How long a turn of a sweep may take: it rests for seconds, and PostgreSQL ends its statements after some more. */
export const A_MINUTE = Duration.minutes(1)

/** Registers a loop that begins. */
export const beginLoop = Effect.fnUntraced(function* (
  name: string,
  turnsWithin: Duration.Duration | undefined
) {
  const loops = yield* Loops
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const loop = loops.get(name) ?? { name, runs: 0, turnsWithin, turnedAt: now(), failures: 0, failedAt: 0 }
  loop.runs += 1
  loops.set(name, loop)
  return {
    turned: Effect.sync(() => {
      loop.failures = 0
      loop.turnedAt = now()
    }),
    failed: Effect.sync(() => {
      loop.failures += 1
      loop.failedAt = now()
    }),
    ended: Effect.sync(() => {
      loop.runs -= 1
      if (loop.runs === 0) loops.delete(name)
    })
  }
})

/** A loop is in trouble after this many failures in a row, if the last one isn't older than `FRESH` milliseconds. */
const FAILURES = 3
const FRESH = 30_000

/**
 * What is wrong with the loops, in sentences. A loop that only waits has no turns: a failure of long ago says nothing of it
 * any more.
 */
export const troublesOf = (loops: ReadonlyMap<string, Loop>, now: number): ReadonlyArray<string> =>
  [...loops.values()].flatMap(({ failedAt, failures, name, turnedAt, turnsWithin }) => {
    const idle = now - turnedAt
    if (failures >= FAILURES && now - failedAt <= FRESH)
      return [`${name} has failed ${failures} times in a row.`]
    if (turnsWithin === undefined || idle <= Duration.toMillis(turnsWithin)) return []
    return [`${name} has finished nothing for ${Math.round(idle / 1000)} s.`]
  })
