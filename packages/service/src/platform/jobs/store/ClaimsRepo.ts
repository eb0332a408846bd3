import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { unflushed } from "../../database/rows.ts"

/** A claimed job. */
export interface Job {
  readonly sequence: bigint
  readonly queue: string
  readonly id: string
  /** The value, as JSON. */
  readonly element: string
  /** How many times it was claimed, this time included. */
  readonly attempts: number
  /** Identifies the claim: every later write presents it. */
  readonly lock: string
}

/** A queue with takers that wait for a job. */
export interface Wanted {
  readonly name: string
  readonly free: number
  readonly maxAttempts: number
}

/** `forgotten` deletes the row, `done` keeps it, so that its id can't be offered again. */
export type Outcome = "forgotten" | "done" | "failed" | "retried" | "released"

/** How a claim ends. */
export interface Settlement {
  readonly job: Job
  readonly outcome: Outcome
  /** When a retried job is due again. */
  readonly delaySeconds?: number
  readonly failure?: string
}

interface Claimed {
  readonly queue: string
  readonly sequence: bigint | null
  readonly id: string
  readonly element: string
  readonly attempts: number
  readonly exhausted: boolean
  readonly next: number | null
}

/** After its last renewal, a claim lasts this long: then another process may claim the job. */
const LEASE = "interval '12 seconds'"

const arrayOf = (values: ReadonlyArray<unknown>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))

/**
 * The statements of the job store. Their text never changes and their arrays have explicit types, so that each is
 * prepared once for a connection.
 */
export const claimsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const lease = sql.literal(LEASE)
  const locks = (jobs: ReadonlyArray<Job>) => ({
    sequences: arrayOf(
      jobs.map(({ sequence }) => sequence),
      PgTypes.OID.int8
    ),
    locks: arrayOf(
      jobs.map(({ lock }) => lock),
      PgTypes.OID.uuid
    )
  })

  return {
    /**
     * Claims up to `free` due jobs of each queue, oldest first. A job that has used up its attempts fails instead.
     * `next`: for each queue that has no more due jobs, the seconds until one is due or a claim expires (null: never).
     */
    claim: Effect.fnUntraced(function* (wanted: ReadonlyArray<Wanted>, lock: string) {
      const column = (oid: number, value: (of: Wanted) => unknown) => arrayOf(wanted.map(value), oid)
      const rows = yield* sql<Claimed>`
        WITH wanted AS (
          SELECT * FROM unnest(${column(PgTypes.OID.text, ({ name }) => name)},
            ${column(PgTypes.OID.int4, ({ free }) => free)},
            ${column(PgTypes.OID.int4, ({ maxAttempts }) => maxAttempts)}) AS w (queue_name, free, max_attempts)
        ), chosen AS MATERIALIZED (
          SELECT w.queue_name, due.sequence, due.attempts >= w.max_attempts AS exhausted
          FROM wanted w CROSS JOIN LATERAL (
            SELECT sequence, attempts FROM effect_queue
            WHERE queue_name = w.queue_name AND state = 'pending' AND visible_at <= now()
              AND (acquired_at IS NULL OR acquired_at < now() - ${lease})
            ORDER BY visible_at, sequence LIMIT w.free FOR UPDATE SKIP LOCKED
          ) due
        ), claimed AS (
          UPDATE effect_queue q SET
            attempts = CASE WHEN c.exhausted THEN q.attempts ELSE q.attempts + 1 END,
            state = CASE WHEN c.exhausted THEN 'failed' ELSE q.state END,
            acquired_at = CASE WHEN NOT c.exhausted THEN now() END,
            acquired_by = CASE WHEN NOT c.exhausted THEN ${lock}::uuid END,
            updated_at = CASE WHEN c.exhausted THEN now() ELSE q.updated_at END,
            last_failure = CASE WHEN c.exhausted
              THEN coalesce(q.last_failure, 'The process ended during the last attempt.') ELSE q.last_failure END
          FROM chosen c
          WHERE ${unflushed(sql)} AND q.sequence = ANY(ARRAY(SELECT sequence FROM chosen)) AND c.sequence = q.sequence
          RETURNING q.queue_name, q.sequence, q.id, q.element, q.attempts, q.visible_at, c.exhausted
        )
        SELECT queue_name AS queue, sequence, id, element, attempts, exhausted, NULL::float8 AS next, visible_at
        FROM claimed
        UNION ALL
        SELECT w.queue_name, NULL, NULL, NULL, NULL, NULL, extract(epoch FROM least(
          (SELECT min(visible_at) FROM effect_queue
            WHERE queue_name = w.queue_name AND state = 'pending' AND visible_at > now()),
          (SELECT min(acquired_at) + ${lease} FROM effect_queue
            WHERE queue_name = w.queue_name AND state = 'pending' AND visible_at <= now()
              AND acquired_at >= now() - ${lease})
        ) - now())::float8, NULL
        FROM wanted w
        WHERE (SELECT count(*) FROM chosen c WHERE c.queue_name = w.queue_name) < w.free
        ORDER BY visible_at, sequence`
      const jobs: Array<Job> = []
      const next = new Map<string, number | null>()
      for (const { attempts, element, exhausted, id, next: seconds, queue, sequence } of rows) {
        if (sequence === null) next.set(queue, seconds)
        else if (!exhausted) jobs.push({ sequence, queue, id, element, attempts, lock })
      }
      return { jobs, next }
    }),

    /** Returns the jobs of a claim whose answer didn't arrive. */
    abandon: (wanted: ReadonlyArray<Wanted>, lock: string) => {
      const names = arrayOf(
        wanted.map(({ name }) => name),
        PgTypes.OID.text
      )
      return Effect.asVoid(sql`
        UPDATE effect_queue SET acquired_at = NULL, acquired_by = NULL, attempts = attempts - 1
        WHERE queue_name = ANY(${names}) AND state = 'pending' AND acquired_by = ${lock}`)
    },

    /** Ends claims, unless they have expired and another process has claimed the job since. */
    settle: (settlements: ReadonlyArray<Settlement>) => {
      const column = (oid: number, value: (of: Settlement) => unknown) => arrayOf(settlements.map(value), oid)
      const of = locks(settlements.map(({ job }) => job))
      return Effect.asVoid(sql`
        WITH settled AS (
          SELECT * FROM unnest(${of.sequences}, ${of.locks}, ${column(PgTypes.OID.text, ({ outcome }) => outcome)},
            ${column(PgTypes.OID.float8, ({ delaySeconds }) => delaySeconds ?? null)},
            ${column(PgTypes.OID.text, ({ failure }) => failure ?? null)})
            AS s (sequence, lock, outcome, delay, failure)
          WHERE ${unflushed(sql)}
        ), forgotten AS (
          DELETE FROM effect_queue WHERE sequence = ANY(ARRAY(SELECT sequence FROM settled))
            AND (sequence, acquired_by) IN (SELECT sequence, lock FROM settled WHERE outcome = 'forgotten')
        )
        UPDATE effect_queue q SET acquired_at = NULL, acquired_by = NULL, updated_at = now(),
          state = CASE s.outcome WHEN 'done' THEN 'completed' WHEN 'failed' THEN 'failed' ELSE q.state END,
          attempts = CASE s.outcome WHEN 'released' THEN q.attempts - 1 ELSE q.attempts END,
          visible_at = CASE s.outcome WHEN 'retried' THEN now() + s.delay * interval '1 second' ELSE q.visible_at END,
          last_failure = coalesce(s.failure, q.last_failure)
        FROM settled s
        WHERE q.sequence = ANY(ARRAY(SELECT sequence FROM settled)) AND s.sequence = q.sequence
          AND q.acquired_by = s.lock AND s.outcome <> 'forgotten'`)
    },

    /** Extends claims to 12 seconds from now. */
    renew: (jobs: ReadonlyArray<Job>) => {
      const of = locks(jobs)
      return Effect.asVoid(sql`
        UPDATE effect_queue SET acquired_at = now() WHERE ${unflushed(sql)} AND sequence = ANY(${of.sequences})
          AND (sequence, acquired_by) IN (SELECT * FROM unnest(${of.sequences}, ${of.locks}))`)
    }
  }
})
