import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { queues } from "../../platform/jobs/queues.ts"
import { SLOT } from "./endpointHealth.ts"
import { makeLastEvent } from "./lastEvent.ts"

/**
 * Ends the waits of an endpoint: its pause, its back-off, and those of its deliveries. Each statement locks the lease
 * before the deliveries, as the worker does that writes attempts down, so that neither waits for the other for ever.
 */
export const makeResuming = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* queues.webhookEndpoints
  const { isRecorded, shareSessions } = yield* makeLastEvent

  /** As if nothing had ever failed, but with one request at a time. */
  const beginAnew = (endpointId: string) => sql`
    INSERT INTO webhook_leases AS l (endpoint_id, ramp) VALUES (${endpointId}, 1)
    ON CONFLICT (endpoint_id) DO UPDATE SET written = gen_random_uuid(), failures_in_row = 0, recent = '[]',
      probe_at = NULL, openings = 0, hold_until = NULL, ramp = 1, failing_since = NULL, failing_messages = 0`

  /** Probes are asked for five seconds apart at least: one waits for the end of the last attempt's slot of `recent`. */
  const afterLastAttempt = sql`to_timestamp(((recent -> -1 ->> 'at')::float8 + ${SLOT}::float8) / 1000)`

  // `written` changes, so that the worker that holds the lease counts its attempts on top of what this leaves.
  const probe = Effect.fn("Redelivery.probe")(function* (endpointId: string) {
    const probed = yield* sql`UPDATE webhook_leases SET written = gen_random_uuid(), hold_until = NULL,
        probe_at = greatest(platform_now(), ${afterLastAttempt}), openings = 0
      WHERE endpoint_id = ${endpointId} AND (probe_at IS NOT NULL OR hold_until > platform_now())
      RETURNING endpoint_id`
    if (probed.length > 0) yield* queue.offer({ endpoint_id: endpointId })
    return probed.length > 0
  })

  /** Brings back what died since the last success. Returns how many. */
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

  /** Makes what waits for another attempt due by the age of its event, so that all comes in its first order. */
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

  // An endpoint that goes on failing spends an attempt with each call. Attempts begin anew, so that no delivery dies of it.
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
