import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"

/** The channel on which processes notify each other of a queue's new job. */
export const CHANNEL = "embedded_super_jobs"

/** The payload that names every queue. */
const EVERY_QUEUE = "* *"

/** A job as it is stored: `element` is its value as JSON. */
export interface Offer {
  readonly queue: string
  readonly id: string
  readonly element: string
  /** Whole seconds until it is due, by the database's clock. */
  readonly delaySeconds: number
}

/**
 * The statements on waiting jobs, and on those that have ended. Migration 0001 creates the table: it is the one of
 * Effect's PersistedQueue.
 */
export const jobsRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Adds a job, unless the queue has one with this id. */
  offer: ({ delaySeconds, element, id, queue }: Offer) =>
    Effect.asVoid(sql`
      INSERT INTO effect_queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      VALUES (${id}, ${queue}, ${element}, 'pending', 0, CASE WHEN ${delaySeconds}::int > 0
        THEN clock_timestamp() + ${delaySeconds}::int * interval '1 second' ELSE now() END, now(), now())
      ON CONFLICT (id, queue_name) DO NOTHING`),

  /** Removes the waiting, due jobs of exactly this value. */
  removeDue: (queue: string, element: string) =>
    Effect.asVoid(sql`
      DELETE FROM effect_queue WHERE sequence IN (
        SELECT sequence FROM effect_queue
        WHERE queue_name = ${queue} AND state = 'pending' AND visible_at <= now()
          AND acquired_at IS NULL AND element = ${element}
        FOR UPDATE SKIP LOCKED
      )`),

  /** Makes the waiting times of simulated timers due by the moved clock, and wakes every process. */
  hastenTimers: Effect.asVoid(sql`
    WITH hastened AS (
      UPDATE effect_queue SET visible_at = least(visible_at, clock_timestamp()
        + greatest(interval '0', (element::json->>'slot')::timestamptz - clock_timestamp() - clock_ahead()))
      WHERE state = 'pending' AND queue_name LIKE 'cron:%' AND visible_at > now()
        AND element::json->>'simulated' = 'true'
      RETURNING 1
    ) SELECT pg_notify(${CHANNEL}, ${EVERY_QUEUE}) FROM (SELECT count(*) FROM hastened) AS c`),

  /** Deletes up to a thousand jobs that ended at least `seconds` ago, and returns how many it deleted. */
  removeEnded: (state: "completed" | "failed", seconds: number) =>
    Effect.map(
      sql<{ count: number }>`
        WITH removed AS (
          DELETE FROM effect_queue WHERE sequence IN (
            SELECT sequence FROM effect_queue
            WHERE state = ${state} AND updated_at <= now() - ${seconds}::float8 * interval '1 second' LIMIT 1000
          ) RETURNING 1
        ) SELECT count(*)::int AS count FROM removed`,
      ([row]) => row?.count ?? 0
    ),

  /** Sends these payloads to every process that listens. */
  notify: (payloads: ReadonlyArray<string>) =>
    Effect.asVoid(sql`
      SELECT pg_notify(${CHANNEL}, payload)
      FROM unnest(${Result.getOrThrow(PgTypes.array(payloads, PgTypes.OID.text))}) AS payload`)
}))
