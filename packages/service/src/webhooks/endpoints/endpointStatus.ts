import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How delivery to an endpoint `e` with the lease `l` is doing, and when it goes on: expressions for a SELECT. */
export const endpointStatus = Effect.map(SqlClient.SqlClient, (sql) => {
  const backsOff = "(l.probe_at IS NOT NULL OR coalesce(l.hold_until > platform_now(), false))"
  const isSending = "(e.enabled AND e.paused_at IS NULL)"
  return {
    status: sql.literal(`CASE WHEN e.paused_at IS NOT NULL THEN 'paused' WHEN ${backsOff} THEN 'backing_off'
      ELSE 'active' END`),

    /** Of an endpoint that backs off: when its next delivery is tried at the earliest; null if that is any time. */
    nextProbe: sql.literal(`CASE WHEN ${isSending} AND ${backsOff} THEN (
      SELECT CASE WHEN first.due_at IS NOT NULL THEN greatest(first.due_at, wait.ends_at)
        WHEN wait.ends_at > platform_now() THEN wait.ends_at END
      FROM (SELECT greatest(l.probe_at, l.hold_until) AS ends_at) wait
      LEFT JOIN LATERAL (
        SELECT d.due_at FROM webhook_deliveries_in_turn d WHERE d.endpoint_id = e.id ORDER BY d.due_at LIMIT 1
      ) first ON true) END`),

    /**
     * Of a delivery `d` that waits: when it is tried at the earliest. Earlier events of its entity come before it. A moment
     * that has passed means: as soon as a slot is free. It isn't moved to now, because the view's ETag would never hold.
     */
    nextAttempt: sql.literal(`CASE WHEN d.state = 'pending' AND ${isSending} THEN greatest(d.due_at,
      l.probe_at, l.hold_until, (SELECT max(o.due_at) FROM webhook_deliveries o
        WHERE o.entity_id = d.entity_id AND o.state = 'pending' AND o.seq < d.seq AND NOT o.replaceable)) END`)
  }
})
