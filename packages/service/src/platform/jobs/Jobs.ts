/**
 * Background work. `Jobs` adapts Effect's queue over the tables of `store`, `queues` lists all queues, `periodically`
 * runs timers, `supervised` restarts a loop that fails, and has `sweep`, which handles due rows one by one; `lease` is a
 * lease on a row. `FaultPoint` lets tests end or suspend the process at a named point.
 *
 * Why a job only names a thing: it wakes a worker. The table of the thing itself says what is due, in which order, and
 * how often it was tried.
 *
 * The trap: a job may run late, or twice: its process may die after the work and before the job ends. A handler
 * therefore decides by the thing's own table, under a lock or a lease. An offer with the id of a finished job counts
 * for nothing until that job is deleted, two days later. An id that is a UUID and nothing more is not remembered.
 */

import type * as PgClient from "@effect/sql-pg/PgClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { jobsRepo } from "./JobsRepo.ts"
import { Announcements, type Subscriber } from "./store/Announcements.ts"
import { jobStore } from "./store/JobStore.ts"
import { Timeline } from "../timeline/Timeline.ts"
import { notedJob } from "./noteJobs.ts"
import { supervised, troubleOf } from "./supervised.ts"

/**
 * How many times one job is run before it is kept as failed. A process crash uses up one, so the number is high: the
 * ledger that a job belongs to defines its meaning, and when it is given up.
 */
const MAX_ATTEMPTS = 1000

/** A named queue of small values that identify the work; never the data itself. */
export interface JobQueue<A> {
  /**
   * Adds a job to the queue, in the caller's transaction if there is one: both are committed, or neither. Of several
   * offers with the same `id` only the first counts. `delay` is measured by the database's clock, in whole seconds,
   * rounded up. An offer without options adds no job if a ready subscriber of the value is in this process: it is
   * notified after the commit.
   */
  readonly offer: (
    value: A,
    options?: { readonly id?: string; readonly delay?: Duration.Input }
  ) => Effect.Effect<void, SqlError>
  /** Removes the waiting offers of exactly this value that are due: the caller does their work. */
  readonly absorb: (value: A) => Effect.Effect<void, SqlError>
  /**
   * Registers a worker of this process that does the work of a value without jobs; the returned function removes it. While
   * it is ready, an offer notifies it and adds no job. Use it only for work that a sweep also finds, because a process may
   * die between the commit and the notification.
   */
  readonly subscribe: (value: A, subscriber: Subscriber) => () => void
  /** Notifies the subscriber of this value in another process. */
  readonly notifyOthers: (value: A) => void
  /** Whether the notifications of other processes arrive here. */
  readonly isListening: () => boolean
  /**
   * Runs jobs, `concurrency` at a time, for ever. A job whose handler fails returns later (after 1 s, doubling to 5
   * min); one whose process died returns after 12 s; one whose handler was interrupted returns at once.
   */
  readonly work: <E, R>(
    handler: (value: A) => Effect.Effect<void, E, R>,
    options: { readonly concurrency: number }
  ) => Effect.Effect<never, never, R>
}

/**
 * The interface to Effect's queue, which wakes and leases work. It joins the caller's transaction and serves any number
 * of processes over one PostgreSQL: a job is found at once, wherever it was offered. It is never responsible for order,
 * attempts and due times.
 */
export class Jobs extends Context.Service<
  Jobs,
  {
    readonly queue: <S extends Schema.ConstraintCodec<any, any, never, never>>(options: {
      readonly name: string
      readonly schema: S
    }) => Effect.Effect<JobQueue<S["Type"]>>
  }
>()("@embedded-super/service/platform/jobs/Jobs") {
  static readonly layer: Layer.Layer<Jobs, never, SqlClient.SqlClient | PgClient.PgClient> = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const repo = yield* jobsRepo
      const timeline = yield* Timeline
      const factory = yield* PersistedQueue.PersistedQueueFactory
      const announcements = yield* Announcements
      const sql = yield* SqlClient.SqlClient
      return Jobs.of({
        queue: ({ name, schema }) =>
          Effect.map(factory.make({ name, schema, maxAttempts: MAX_ATTEMPTS }), (queue) => {
            const encode = Schema.encodeUnknownSync(Schema.toCodecJson(schema))
            const elementOf = (value: unknown) => JSON.stringify(encode(value))
            const add = (value: (typeof schema)["Type"], options?: Parameters<typeof queue.offer>[1]) =>
              Effect.asVoid(databaseErrors(queue.offer(value, options)))
            return {
              offer: (value, options) => {
                const element = elementOf(value)
                if (options !== undefined || !announcements.hasSubscriber(name, element))
                  return add(value, options)
                const addLate = Effect.catch(add(value), (error) =>
                  Effect.logDebug("A job is left to the sweep", error)
                )
                return sql.afterCommit(
                  Effect.suspend(() => (announcements.notifyHere(name, element) ? Effect.void : addLate))
                )
              },
              absorb: (value) => repo.removeDue(name, elementOf(value)),
              subscribe: (value, subscriber) => announcements.subscribe(name, elementOf(value), subscriber),
              notifyOthers: (value) => announcements.announce(name, elementOf(value)),
              isListening: announcements.isListening,
              work: (handler, { concurrency }) => {
                const trouble = troubleOf(`The workers of ${name}`)
                const handled = (value: (typeof schema)["Type"]) =>
                  noteJob(
                    name,
                    value,
                    timeline.isOn ? notedJob(timeline, name, value, handler(value)) : handler(value)
                  )
                return Effect.forEach(
                  Array.from({ length: concurrency }),
                  () => supervised(trouble, queue.take(handled)),
                  { concurrency: "unbounded", discard: true }
                ).pipe(Effect.andThen(Effect.never))
              }
            }
          })
      })
    })
  ).pipe(Layer.provide(PersistedQueue.layer), Layer.provide(jobStore), Layer.provide(Announcements.layer))

  /**
   * Deletes finished jobs after two days (until then their ids can't be offered again) and failed ones after thirty.
   */
  static readonly layerCleanUp: Layer.Layer<never, never, SqlClient.SqlClient | PgClient.PgClient> =
    PersistedQueue.layerCleanup({
      interval: "10 minutes",
      timeToLive: "2 days",
      failedTimeToLive: "30 days"
    }).pipe(Layer.provide(jobStore))
}

/** Logs, for debugging, that a job is taken and done. Its value identifies its work. */
const noteJob = <A, E, R>(
  queue: string,
  job: unknown,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.logDebug("A job is taken").pipe(
    Effect.andThen(work),
    Effect.tap(() => Effect.logDebug("A job is done")),
    Effect.annotateLogs({ queue, job })
  )

/** Unwraps the database's error from the queue's error, so that callers see one kind of failure for one cause. */
const databaseErrors = <A>(
  effect: Effect.Effect<A, PersistedQueue.PersistedQueueError | Schema.SchemaError>
): Effect.Effect<A, SqlError> =>
  Effect.catch(effect, (error) => {
    const cause = Cause.isCause(error.cause) ? Cause.squash(error.cause) : error.cause
    return isSqlError(cause) ? Effect.fail(cause) : Effect.die(error)
  })
