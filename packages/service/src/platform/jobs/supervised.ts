import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
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

/** A task that fails so long without a success in between is an error: nothing shows that it will pass. Milliseconds. */
const KEEPS_FAILING = 60_000

/** A failure so long after the last one is a new trouble: jobs that failed are tried again within five minutes. */
const FORGOTTEN = 600_000

/**
 * What the log says of a task's failures: the first is a warning, an error follows once a minute while it keeps failing,
 * and one line says that it works again. Loops that do the same work share it, so that one outage isn't as many warnings.
 */
export const troubleOf = (task: string) => {
  let trouble: { readonly since: number; failures: number; last: number; told: number } | undefined
  const annotate = (failures: number) => Effect.annotateLogs({ task, failures })
  return {
    task,
    failed: (cause: Cause.Cause<unknown>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (trouble === undefined || now - trouble.last > FORGOTTEN) {
          trouble = { since: now, failures: 1, last: now, told: now }
          return annotate(1)(Effect.logWarning("A background task failed and is tried again", cause))
        }
        trouble.failures += 1
        trouble.last = now
        if (now - trouble.since < KEEPS_FAILING || now - trouble.told < KEEPS_FAILING)
          return annotate(trouble.failures)(Effect.logDebug("A background task failed again", cause))
        trouble.told = now
        return annotate(trouble.failures)(Effect.logError("A background task keeps failing", cause))
      }),
    worked: Effect.suspend(() => {
      if (trouble === undefined) return Effect.void
      const { failures } = trouble
      trouble = undefined
      return annotate(failures)(Effect.logInfo("A background task works again"))
    })
  }
}

/**
 * Repeats an effect for ever, and restarts it when it fails or dies (of a lost database connection, for example). Its
 * failures are logged under `task`, as `troubleOf` has it. Only an interruption ends it. A loop that fails again and again, or
 * whose turn takes longer than `turnsWithin`, makes its process unready (`Loops`).
 */
export const supervised = <A, E, R>(
  task: string | ReturnType<typeof troubleOf>,
  effect: Effect.Effect<A, E, R>,
  { turnsWithin }: { readonly turnsWithin?: Duration.Duration } = {}
): Effect.Effect<never, never, R> => {
  const trouble = typeof task === "string" ? troubleOf(task) : task
  return Effect.flatMap(beginLoop(trouble.task, turnsWithin), (loop) => {
    const failed = (cause: Cause.Cause<unknown>) =>
      Effect.all([
        loop.failed,
        count("embedded_super_loop_failures_total", { loop: trouble.task }),
        trouble.failed(cause)
      ])
    return effect.pipe(
      Effect.sandbox,
      Effect.tapError((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : failed(cause))),
      Effect.tap(trouble.worked),
      Effect.retry({ schedule: backOff, while: (cause) => !Cause.hasInterruptsOnly(cause) }),
      Effect.andThen(loop.turned),
      Effect.ignore,
      Effect.forever,
      Effect.ensuring(loop.ended)
    )
  })
}

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
            Effect.logError("A due row can't be processed; it is skipped until the next sweep", cause).pipe(
              Effect.annotateLogs({ task: what, id }),
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
