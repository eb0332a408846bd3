import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { count } from "../metrics/counting.ts"
import { beginLoop } from "./loops.ts"
import { noteFailedWork } from "./noteJobs.ts"

/** From a tenth of a second, doubling to five seconds: fast after a brief failure, slow while a database is down. */
const backOff = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")]).pipe(
  Schedule.jittered
)

/**
 * Repeats an effect for ever, and restarts it when it fails or dies (of a lost database connection, for example). Each
 * failure is logged under `name`. Only an interruption ends it. A loop that fails again and again, or whose turn takes longer
 * than `turnsWithin`, makes its process unready (`Loops`).
 */
export const supervised = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  { turnsWithin }: { readonly turnsWithin?: Duration.Duration } = {}
): Effect.Effect<never, never, R> =>
  Effect.flatMap(beginLoop(name, turnsWithin), (loop) =>
    effect.pipe(
      Effect.sandbox,
      Effect.tapError((cause) =>
        Effect.all([
          loop.failed,
          count("embedded_super_loop_failures_total", { loop: name }),
          Effect.logWarning(`${name} failed and is restarted`, cause)
        ])
      ),
      Effect.retry({ schedule: backOff, while: (cause) => !Cause.hasInterruptsOnly(cause) }),
      Effect.andThen(loop.turned),
      Effect.ignore,
      Effect.forever,
      Effect.ensuring(loop.ended)
    )
  )

/** Rows that one query returns. */
const PAGE = 500

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000"

/**
 * Runs `each` on every due row, one by one, and returns the number of rows without a failure. `due` finds up to `limit`
 * rows after an id, ordered by id.
 *
 * A row that fails (because its data can't be read, for example) is logged and skipped: it blocks neither the rows
 * after it nor the next sweep.
 */
export const sweep = <Id extends string, E, R, E2, R2>(
  what: string,
  due: (after: string, limit: number) => Effect.Effect<ReadonlyArray<{ readonly id: Id }>, E, R>,
  each: (id: Id) => Effect.Effect<void, E2, R2>
): Effect.Effect<number, E, R | R2> =>
  Effect.gen(function* () {
    let swept = 0
    let after = BEFORE_ALL
    for (;;) {
      const rows = yield* due(after, PAGE)
      for (const { id } of rows) {
        const done = yield* each(id).pipe(
          Effect.as(true),
          Effect.sandbox,
          Effect.catch((cause) =>
            Effect.logError(`${what} could not be processed`, cause).pipe(
              Effect.annotateLogs({ id }),
              Effect.andThen(noteFailedWork(what, id, cause)),
              Effect.as(false)
            )
          )
        )
        if (done) swept += 1
        after = id
      }
      if (rows.length < PAGE) return swept
    }
  })
