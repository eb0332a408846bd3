import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { queues } from "../../platform/jobs/queues.ts"
import { lastEvents } from "../events/EventsRepo.ts"
import { SLOT } from "./endpointHealth.ts"

/** Keeps a delivery from being sent after its entity's last webhook. */
const makeLastEvent = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** True if the last event of the entity of a delivery `d` was recorded after `d`. */
  isRecorded: sql`EXISTS (SELECT FROM events v WHERE v.subject = d.subject AND v.entity_id = d.entity_id
    AND v.seq > d.seq AND ${sql.in("event", lastEvents)})`,

  /**
   * Recording a session's last event locks the session's row. So while this transaction shares that row, no last event
   * can be recorded or sent between the check for one and the decision to send earlier events again.
   */
  shareSessions: (deliveries: ReturnType<typeof sql.literal>) => sql`
    SELECT FROM onboarding_sessions s WHERE s.id IN (
      SELECT d.entity_id FROM webhook_deliveries d WHERE d.subject = 'onboarding_session' AND d.replaceable
        AND ${deliveries})
    ORDER BY s.id FOR SHARE`
}))

/**
 * Ends an endpoint's waits: its pause, its back-off, and those of its deliveries. Each statement locks the lease before
 * the deliveries, in the same order as a worker that writes attempts, so that the two can't deadlock.
 */
const makeResuming = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* queues.webhookEndpoints
  const { isRecorded, shareSessions } = yield* makeLastEvent

  /** Resets the health as if nothing had ever failed, but allows only one request at a time. */
  const beginAnew = (endpointId: string) => sql`
    INSERT INTO webhook_leases AS l (endpoint_id, ramp) VALUES (${endpointId}, 1)
    ON CONFLICT (endpoint_id) DO UPDATE SET written = gen_random_uuid(), failures_in_row = 0, recent = '[]',
      probe_at = NULL, openings = 0, hold_until = NULL, ramp = 1, failing_since = NULL, failing_messages = 0`

  /**
   * Requested probes are at least five seconds apart: a probe waits for the end of the last slot of `recent`, which
   * begins with the probe before.
   */
  const afterLastAttempt = sql`to_timestamp(((recent -> -1 ->> 'at')::float8 + ${SLOT}::float8) / 1000)`

  // `written` changes, so that the lease holder counts its attempts on top of this new state.
  const probe = Effect.fn("Redelivery.probe")(function* (endpointId: string) {
    const probed = yield* sql`UPDATE webhook_leases SET written = gen_random_uuid(), hold_until = NULL,
        probe_at = greatest(platform_now(), ${afterLastAttempt}), openings = 0
      WHERE endpoint_id = ${endpointId} AND (probe_at IS NOT NULL OR hold_until > platform_now())
      RETURNING endpoint_id`
    if (probed.length > 0) yield* queue.offer({ endpoint_id: endpointId })
    return probed.length > 0
  })

  /** Makes deliveries that died since the last success wait again. Returns their number. */
  // mutant (Redelivery): a delivery that died has all its attempts again: drop `attempts = 0, `
  const revive = Effect.fnUntraced(function* (endpointId: string) {
    const died = sql`d.endpoint_id = ${endpointId} AND d.state = 'dead'
      AND d.last_attempt_at > coalesce(
        (SELECT l.last_success_at FROM webhook_leases l WHERE l.endpoint_id = d.endpoint_id), '-infinity')
      AND d.inserted_at > platform_now() - interval '30 days'`
    yield* shareSessions(died)
    const revived =
      yield* sql`UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, due_at = d.inserted_at
      WHERE ${died} AND NOT (d.replaceable AND ${isRecorded}) RETURNING d.id`
    return revived.length
  })

  /**
   * Makes deliveries that wait for another attempt due at their event's time, so that all are sent in their original
   * order.
   */
  const hasten = (endpointId: string, attempts: "go on" | "begin anew") =>
    Effect.map(
      sql`UPDATE webhook_deliveries SET due_at = inserted_at,
          attempts = CASE WHEN ${attempts === "begin anew"} THEN 0 ELSE attempts END
        WHERE endpoint_id = ${endpointId} AND state = 'pending' AND due_at > platform_now() RETURNING id`,
      (hastened) => hastened.length
    )

  const resumePaused = Effect.fnUntraced(function* (endpointId: string) {
    const resumed = yield* sql`UPDATE webhook_endpoints SET paused_at = NULL, paused_because = NULL,
        version = version + 1, updated_at = platform_now()
      WHERE id = ${endpointId} AND paused_at IS NOT NULL RETURNING id`
    if (resumed.length === 0) return false
    yield* beginAnew(endpointId)
    yield* revive(endpointId)
    yield* hasten(endpointId, "go on")
    return true
  })

  // An endpoint that still fails uses up an attempt with each call. Attempts are reset, so that no delivery dies of
  // these calls.
  const retryNow = Effect.fnUntraced(function* (endpointId: string) {
    const probed = yield* probe(endpointId)
    const waiting = (yield* revive(endpointId)) + (yield* hasten(endpointId, "begin anew"))
    return probed || waiting > 0
  })

  const resume = Effect.fn("Redelivery.resume")(function* (endpointId: string) {
    const resumed = (yield* resumePaused(endpointId)) || (yield* retryNow(endpointId))
    if (resumed) yield* queue.offer({ endpoint_id: endpointId })
    return resumed
  }, sql.withTransaction)

  return { probe, resume }
})

/**
 * Why a delivery isn't sent again.
 * - `on_its_way`: it waits or is being sent.
 * - `entity_is_done`: its entity's last webhook was recorded, after which nothing else may be sent for the entity.
 * - `newer_is_sent`: a later delivery of the same entity waits or is sent again too, and contains everything that this
 * one contains.
 */
export type Refusal = "on_its_way" | "entity_is_done" | "newer_is_sent"

/** The delivery can't be sent again. */
export class NotReplayable extends Schema.TaggedError<NotReplayable>()("NotReplayable", {
  reason: Schema.Literals(["on_its_way", "entity_is_done", "newer_is_sent"])
}) {}

/** Deliveries that will be sent again, and deliveries that won't. */
export interface Rearmed {
  readonly armed: ReadonlyArray<string>
  readonly refused: ReadonlyArray<{ readonly id: string; readonly reason: Refusal }>
}

/** Pauses an endpoint, resumes it, and sends deliveries again. It needs no worker in this process. */
export class Redelivery extends Context.Service<
  Redelivery,
  {
    /** Stops sending: attempts in flight end, no other begins. Returns false if the endpoint is already paused. */
    readonly pause: (endpointId: string) => Effect.Effect<boolean, SqlError>
    /**
     * Makes all waiting deliveries, and those that died since the last success, due at once, in the order of their
     * events. A paused endpoint gets one request at a time, and twice as many after each success. An endpoint that
     * backs off is probed, and its deliveries that wait for another attempt get all their attempts again. Returns false
     * if the endpoint is active and no delivery waits for another attempt.
     */
    readonly resume: (endpointId: string) => Effect.Effect<boolean, SqlError>
    /**
     * Probes an endpoint that backs off with its oldest due delivery, whichever process sends to it: at once, or within
     * five seconds if an attempt was just made. Returns false if the endpoint doesn't back off. Call it before anything
     * that locks a waiting delivery.
     */
    readonly probe: (endpointId: string) => Effect.Effect<boolean, SqlError>
    /**
     * Sends deliveries again: the same `webhook-id` and body, a new signature, and all attempts available again.
     * Deliveries of one entity keep their order; of several changes of one entity only the newest is sent.
     */
    readonly rearm: (deliveryIds: ReadonlyArray<string>) => Effect.Effect<Rearmed, SqlError>
    /** Like `rearm`, for one delivery. */
    readonly rearmOne: (deliveryId: string) => Effect.Effect<void, NotReplayable | SqlError>
  }
>()("@embedded-super/service/webhooks/Redelivery") {
  static readonly layer = Layer.effect(
    Redelivery,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* queues.webhookEndpoints

      const { isRecorded: isDone, shareSessions } = yield* makeLastEvent
      const { probe, resume } = yield* makeResuming

      const pause = Effect.fn("Redelivery.pause")(function* (endpointId: string) {
        const paused =
          yield* sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'operator',
            version = version + 1, updated_at = platform_now()
          WHERE id = ${endpointId} AND paused_at IS NULL RETURNING id`
        return paused.length > 0
      })

      const rearm = Effect.fn("Redelivery.rearm")(function* (deliveryIds: ReadonlyArray<string>) {
        const ids = Result.getOrThrow(PgTypes.array(deliveryIds, PgTypes.OID.uuid))
        const write = Effect.gen(function* () {
          yield* shareSessions(sql`d.id = ANY(${ids})`)
          // mutant (Redelivery): nothing older is sent after a session's last webhook: `WHEN d.replaceable AND ${isDone}` -> `WHEN false`
          const rows = yield* sql<{ id: string; endpointId: string; refusal: Refusal | null }>`
            WITH chosen AS MATERIALIZED (
              SELECT d.* FROM webhook_deliveries d WHERE d.id = ANY(${ids}) ORDER BY d.id FOR UPDATE
            ), judged AS MATERIALIZED (
              SELECT d.id, d.endpoint_id, CASE
                WHEN d.state = 'pending' THEN 'on_its_way'
                WHEN d.replaceable AND ${isDone} THEN 'entity_is_done'
                WHEN d.replaceable AND (
                  EXISTS (SELECT FROM chosen c WHERE c.entity_id = d.entity_id AND c.seq > d.seq)
                  OR EXISTS (SELECT FROM webhook_deliveries o
                    WHERE o.entity_id = d.entity_id AND o.state = 'pending' AND o.seq > d.seq)) THEN 'newer_is_sent'
                END AS refusal
              FROM chosen d
            ), armed AS (
              UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, due_at = platform_now(),
                delivered_at = NULL, superseded_by = NULL
              FROM judged j WHERE d.id = j.id AND j.refusal IS NULL
            )
            SELECT id, endpoint_id AS "endpointId", refusal FROM judged ORDER BY id`
          const armed = rows.filter(({ refusal }) => refusal === null)
          const endpoints = new Set(armed.map(({ endpointId }) => endpointId))
          for (const endpoint_id of endpoints) {
            if (!(yield* probe(endpoint_id))) yield* queue.offer({ endpoint_id })
          }
          return {
            armed: armed.map(({ id }) => id),
            refused: rows.flatMap(({ id, refusal }) => (refusal === null ? [] : [{ id, reason: refusal }]))
          }
        })
        return yield* sql.withTransaction(write)
      })

      const rearmOne = Effect.fn("Redelivery.rearmOne")(function* (deliveryId: string) {
        const { refused } = yield* rearm([deliveryId])
        if (refused[0] !== undefined) return yield* new NotReplayable({ reason: refused[0].reason })
      })

      return Redelivery.of({ pause, probe, rearm, rearmOne, resume })
    })
  )
}
