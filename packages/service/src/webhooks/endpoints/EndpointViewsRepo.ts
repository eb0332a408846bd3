import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The visible data of an endpoint, except its notices. */
export interface EndpointView {
  readonly id: string
  readonly product_id: S.ProductId
  readonly url: S.WebhookUrl
  readonly enabled: boolean
  readonly status: S.WebhookEndpointStatus
  readonly next_probe_at: Date | null
  readonly paused_at: Date | null
  readonly paused_because: string | null
  readonly failing_since: Date | null
  readonly last_success_at: Date | null
  readonly secrets: number
  readonly secret_made_at: Date | null
  readonly previous_secret_expires_at: Date | null
}

export interface Notice {
  readonly endpoint_id: string
  readonly kind: string
  readonly at: Date
  readonly failing_since: Date | null
  readonly emailed_at: Date | null
}

/** SELECT expressions for the delivery status of an endpoint `e` with the lease `l`, and for when sending continues. */
export const endpointStatus = Effect.map(SqlClient.SqlClient, (sql) => {
  const backsOff = "(l.probe_at IS NOT NULL OR coalesce(l.hold_until > platform_now(), false))"
  const isSending = "(e.enabled AND e.paused_at IS NULL)"
  return {
    status: sql.literal(`CASE WHEN e.paused_at IS NOT NULL THEN 'paused' WHEN ${backsOff} THEN 'backing_off'
      ELSE 'active' END`),

    /** For an endpoint that backs off: the earliest time of its next attempt; null if any time. */
    nextProbe: sql.literal(`CASE WHEN ${isSending} AND ${backsOff} THEN (
      SELECT CASE WHEN first.due_at IS NOT NULL THEN greatest(first.due_at, wait.ends_at)
        WHEN wait.ends_at > platform_now() THEN wait.ends_at END
      FROM (SELECT greatest(l.probe_at, l.hold_until) AS ends_at) wait
      LEFT JOIN LATERAL (
        SELECT d.due_at FROM webhook_deliveries_in_turn d WHERE d.endpoint_id = e.id ORDER BY d.due_at LIMIT 1
      ) first ON true) END`),

    /**
     * For a waiting delivery `d`: the earliest time of its next attempt, after earlier events of its entity. A time in
     * the past means: as soon as a slot is free. It isn't replaced by now, because the view's ETag would change with
     * every read.
     */
    nextAttempt: sql.literal(`CASE WHEN d.state = 'pending' AND ${isSending} THEN greatest(d.due_at,
      l.probe_at, l.hold_until, (SELECT max(o.due_at) FROM webhook_deliveries o
        WHERE o.entity_id = d.entity_id AND o.state = 'pending' AND o.seq < d.seq AND NOT o.replaceable)) END`)
  }
})

/** Statements that read the delivery status of endpoints. */
export const endpointViewsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { nextProbe, status } = yield* endpointStatus

  return {
    ofProducts: (productIds: ReadonlyArray<S.ProductId>) => sql<EndpointView>`
      SELECT e.id, e.product_id, e.url, e.enabled, ${status} AS status, ${nextProbe} AS next_probe_at, e.paused_at,
        e.paused_because, l.failing_since, l.last_success_at, s.secrets, s.secret_made_at, s.previous_secret_expires_at
      FROM webhook_endpoints e
      LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS secrets, max(inserted_at) AS secret_made_at,
          max(expires_at) FILTER (WHERE expires_at > platform_now()) AS previous_secret_expires_at
        FROM webhook_secrets WHERE endpoint_id = e.id) s
      WHERE ${sql.in("e.product_id", productIds)}`,

    /** The newest notices of each endpoint, at most `most` of each. */
    notices: (endpointIds: ReadonlyArray<string>, most: number) => sql<Notice>`
      SELECT endpoint_id, kind, at, failing_since, emailed_at FROM (
        SELECT n.*, row_number() OVER (PARTITION BY endpoint_id ORDER BY id DESC) AS nth
        FROM webhook_notices n WHERE ${sql.in("endpoint_id", endpointIds)}) AS numbered
      WHERE nth <= ${most} ORDER BY id DESC`,

    /** The number of a product's deliveries in each state. */
    deliveryCounts: (productId: S.ProductId) => sql<{ readonly state: string; readonly count: number }>`
      SELECT state, count(*)::int AS count FROM webhook_deliveries WHERE product_id = ${productId}
      GROUP BY state ORDER BY state`
  }
})
