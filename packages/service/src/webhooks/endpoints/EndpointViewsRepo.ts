import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../../platform/database/rows.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"

/** The visible data of an endpoint, except its notices. */
interface EndpointView {
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

interface Notice {
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
    // `off` takes precedence over every other status: a monitor that reads "active" expects webhooks.
    status: sql.literal(`CASE WHEN NOT e.enabled THEN 'off' WHEN e.paused_at IS NOT NULL THEN 'paused'
      WHEN ${backsOff} THEN 'backing_off' ELSE 'active' END`),

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

/** The maximum number of notices that an endpoint shows. */
const NOTICES_SHOWN = 20

/** Reads each product's webhook address and its delivery status; skips products without an address. */
export const webhookViews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { nextProbe, status } = yield* endpointStatus

  const endpointsOf = (productIds: ReadonlyArray<S.ProductId>) => sql<EndpointView>`
    SELECT e.id, e.product_id, e.url, e.enabled, ${status} AS status, ${nextProbe} AS next_probe_at, e.paused_at,
      e.paused_because, l.failing_since, l.last_success_at, s.secrets, s.secret_made_at, s.previous_secret_expires_at
    FROM webhook_endpoints e
    LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS secrets, max(inserted_at) AS secret_made_at,
        max(expires_at) FILTER (WHERE expires_at > platform_now()) AS previous_secret_expires_at
      FROM webhook_secrets WHERE endpoint_id = e.id) s
    WHERE ${sql.in("e.product_id", productIds)}`

  /** The newest notices of each endpoint. */
  const noticesOf = (endpointIds: ReadonlyArray<string>) => sql<Notice>`
    SELECT endpoint_id, kind, at, failing_since, emailed_at FROM (
      SELECT n.*, row_number() OVER (PARTITION BY endpoint_id ORDER BY id DESC) AS nth
      FROM webhook_notices n WHERE ${sql.in("endpoint_id", endpointIds)}) AS numbered
    WHERE nth <= ${NOTICES_SHOWN} ORDER BY id DESC`

  return Effect.fnUntraced(function* (productIds: ReadonlyArray<S.ProductId>) {
    const rows = productIds.length === 0 ? [] : yield* endpointsOf(productIds)
    const found = rows.length === 0 ? [] : yield* noticesOf(rows.map(({ id }) => id))
    const notices = Map.groupBy(found, ({ endpoint_id }) => endpoint_id)
    return new Map(rows.map((row) => [row.product_id, present(row, notices.get(row.id) ?? [])] as const))
  })
})

const present = (row: EndpointView, notices: ReadonlyArray<Notice>): S.ProductWebhook => ({
  url: row.url,
  enabled: row.enabled,
  status: row.status,
  next_probe_at: toTimestampOrNull(row.next_probe_at),
  paused_at: toTimestampOrNull(row.paused_at),
  paused_because: row.paused_because,
  failing_since: toTimestampOrNull(row.failing_since),
  last_success_at: toTimestampOrNull(row.last_success_at),
  secret_rotated_at: row.secrets > 1 ? toTimestampOrNull(row.secret_made_at) : null,
  previous_secret_expires_at: toTimestampOrNull(row.previous_secret_expires_at),
  notices: notices.map(({ at, emailed_at, failing_since, kind }) => ({
    kind,
    noticed_at: toTimestamp(at),
    failing_since: toTimestampOrNull(failing_since),
    emailed_at: toTimestampOrNull(emailed_at)
  }))
})

/** The last attempt at an address that failed. */
export interface LastFailure {
  readonly delivery_id: string
  readonly event: string
  readonly started_at: Date
  readonly status: number | null
  readonly failure: string | null
}

/** The last failed attempt at a delivery of the product that hasn't arrived. */
export const lastFailure = Effect.map(
  SqlClient.SqlClient,
  (sql) => (productId: S.ProductId) =>
    firstRow(sql<LastFailure>`
    SELECT d.id AS delivery_id, d.event, a.started_at, a.status, a.failure
    FROM (SELECT id, event FROM webhook_deliveries WHERE product_id = ${productId} AND state <> 'delivered'
      AND last_attempt_at IS NOT NULL ORDER BY last_attempt_at DESC, id LIMIT 1) d
    JOIN webhook_attempts a ON a.delivery_id = d.id
    WHERE a.failure IS NOT NULL OR a.status NOT BETWEEN 200 AND 299
    ORDER BY a.started_at DESC, a.id DESC LIMIT 1`)
)

/** The number of a product's deliveries in each state. */
export const deliveryCounts = Effect.map(
  SqlClient.SqlClient,
  (sql) => (productId: S.ProductId) =>
    sql<{ readonly state: string; readonly count: number }>`
    SELECT state, count(*)::int AS count FROM webhook_deliveries WHERE product_id = ${productId}
    GROUP BY state ORDER BY state`
)
