/**
 * Time. `BusinessClock` has the business time, `due` has the conditions for statements, `timestamp` has the form of the
 * APIs, and `clockAlarm` logs when the clocks of this machine and of the database differ.
 *
 * Why two times: with `--dev`, an operator moves sandbox products and simulated funds ahead, and live ones stay
 * (D-sandbox-clock). In SQL, business time is `business_now(simulated)` and true time is `platform_now()`.
 *
 * The trap: use business time for all that business rules compare: deadlines, retention, the dates of entities. Use
 * true time for data that others verify or that is metered: signatures, tokens, leases, limits, the audit log. A sweep reads
 * live and simulated rows at once, so it needs a condition of `due`, not one time.
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Actor, audit } from "../audit/audit.ts"
import { Settings } from "../config/Settings.ts"
import { jobsRepo } from "../jobs/JobsRepo.ts"
import { OperatorError } from "../OperatorError.ts"
import { Timeline } from "../timeline/Timeline.ts"
import { clockRepo } from "./ClockRepo.ts"

/** One instant in live time and in simulated time (sandbox products, simulated funds). */
export interface Moments {
  readonly live: Date
  readonly simulated: Date
}

/** The limit in the constraint of the table `clock_offset`. */
const FURTHEST = Duration.hours(876_600)

/**
 * The time that business rules use: the true time for live entities; for sandbox products and simulated funds, the true
 * time plus the offset of this database, which is zero outside of `--dev`. In SQL it is `business_now(simulated)`.
 *
 * Signatures, tokens, leases, limits and the audit log use the true time: `now` of `timestamp.ts`, `platform_now()`.
 */
export class BusinessClock extends Context.Service<
  BusinessClock,
  {
    /** Whether `advance` works in this process: the offset may change at any time, from any process. */
    readonly canMove: boolean
    /** How far simulated time is ahead. */
    readonly offset: Effect.Effect<Duration.Duration, SqlError>
    /** The offset in milliseconds, as this process last read it, without a statement. */
    readonly lastOffset: () => number
    readonly now: (simulated: boolean) => Effect.Effect<Date, SqlError>
    /** The current time for a product's entities. */
    readonly nowOf: (productId: string) => Effect.Effect<Date, SqlError>
    /** The current times for sweeps, which read live and simulated rows at once. */
    readonly moments: Effect.Effect<Moments, SqlError>
    /** Moves simulated time ahead, in whole milliseconds, and records the actor. Returns the new offset. */
    readonly advance: (
      by: Duration.Duration,
      actor: Actor
    ) => Effect.Effect<Duration.Duration, OperatorError | SqlError>
  }
>()("@embedded-super/service/platform/time/BusinessClock") {
  /** Refuses to build without `--dev` over a database whose offset isn't zero. */
  static readonly layer = Layer.effect(
    BusinessClock,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* clockRepo
      const jobs = yield* jobsRepo
      const { dev } = yield* Settings

      if (!dev && (yield* repo.ahead) > 0) return yield* aheadWithoutDev

      const plus = (millis: number) => Effect.map(Clock.currentTimeMillis, (now) => new Date(now + millis))
      let last = 0
      const remember = (millis: number) => {
        last = millis
      }
      const ahead = dev
        ? Effect.tap(repo.ahead, (millis) => Effect.sync(() => remember(millis)))
        : Effect.succeed(0)
      const now = (simulated: boolean) => (simulated ? Effect.flatMap(ahead, plus) : plus(0))

      return BusinessClock.of({
        canMove: dev,
        offset: Effect.map(ahead, Duration.millis),
        lastOffset: () => last,
        now,
        nowOf: (productId) => (dev ? Effect.flatMap(repo.aheadOf(productId), plus) : plus(0)),

        moments: Effect.gen(function* () {
          const millis = yield* ahead
          const live = yield* plus(0)
          return { live, simulated: new Date(live.getTime() + millis) }
        }),

        advance: Effect.fn("BusinessClock.advance")(
          function* (by, actor) {
            const millis = Math.round(Duration.toMillis(by))
            if (!dev) return yield* fixed
            if (!(millis > 0)) return yield* notForward
            if (millis > Duration.toMillis(FURTHEST)) return yield* tooFar
            const offset = yield* repo.advance(millis, Duration.toMillis(FURTHEST))
            if (offset === undefined) return yield* tooFar
            yield* jobs.hastenTimers
            yield* audit({ actor, action: "clock.advance", detail: { by_ms: millis, offset_ms: offset } })
            const seconds = { by_seconds: millis / 1000, ahead_seconds: Math.round(offset / 1000) }
            // The time line is built over this clock.
            const timeline = yield* Timeline
            yield* timeline.note({ kind: "clock_moved", detail: seconds })
            return Duration.millis(offset)
          },
          sql.withTransaction,
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.tap((offset) => Effect.sync(() => remember(Duration.toMillis(offset))))
        )
      })
    })
  )
}

const aheadWithoutDev = Effect.fail(
  new OperatorError({
    problem: "The clock of this database's sandbox was moved ahead, so only a process with --dev may use it.",
    remedy: "Run with --dev, or use another database."
  })
)

const fixed = Effect.fail(
  new OperatorError({
    problem: "The clock can't be moved: this process runs without --dev.",
    remedy: "Run it with --dev, on a database of your own."
  })
)

const notForward = Effect.fail(
  new OperatorError({
    problem: "The clock can't be moved by that: it only moves forward, by a millisecond or more.",
    remedy: "Give a positive duration, such as 5 days."
  })
)

const tooFar = Effect.fail(
  new OperatorError({
    problem: "The clock can't be moved that far: it would be more than a hundred years ahead.",
    remedy: "Give a shorter duration, or use a new database."
  })
)
