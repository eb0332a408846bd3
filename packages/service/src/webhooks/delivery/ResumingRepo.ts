import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { queues } from "../../platform/jobs/queues.ts"
import { lastEvents } from "../events/EventsRepo.ts"
import { SLOT } from "./endpointHealth.ts"

/** Keeps a delivery from being sent after its entity's last webhook. */
export const makeLastEvent = Effect.map(SqlClient.SqlClient, (sql) => ({
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
export const makeResuming = Effect.gen(function* () {
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
