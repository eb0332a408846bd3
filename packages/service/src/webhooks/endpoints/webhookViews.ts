import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import { endpointStatus } from "./endpointStatus.ts"

interface Row {
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

/** Notices that an endpoint shows at most. */
const NOTICES_SHOWN = 20

/** Reads where each product's webhooks go and how delivery is doing; a product without an address is left out. */
export const webhookViews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { nextProbe, status } = yield* endpointStatus

  const noticesOf = (endpointIds: ReadonlyArray<string>) => sql<Notice>`
    SELECT endpoint_id, kind, at, failing_since, emailed_at FROM (
      SELECT n.*, row_number() OVER (PARTITION BY endpoint_id ORDER BY id DESC) AS nth
      FROM webhook_notices n WHERE ${sql.in("endpoint_id", endpointIds)}) AS numbered
    WHERE nth <= ${NOTICES_SHOWN} ORDER BY id DESC`

  return Effect.fnUntraced(function* (productIds: ReadonlyArray<S.ProductId>) {
    if (productIds.length === 0) return new Map<S.ProductId, S.ProductWebhook>()
    const rows = yield* sql<Row>`
      SELECT e.id, e.product_id, e.url, e.enabled, ${status} AS status, ${nextProbe} AS next_probe_at, e.paused_at,
        e.paused_because, l.failing_since, l.last_success_at, s.secrets, s.secret_made_at, s.previous_secret_expires_at
      FROM webhook_endpoints e
      LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS secrets, max(inserted_at) AS secret_made_at,
          max(expires_at) FILTER (WHERE expires_at > platform_now()) AS previous_secret_expires_at
        FROM webhook_secrets WHERE endpoint_id = e.id) s
      WHERE ${sql.in("e.product_id", productIds)}`
    if (rows.length === 0) return new Map<S.ProductId, S.ProductWebhook>()
    const notices = Map.groupBy(yield* noticesOf(rows.map(({ id }) => id)), ({ endpoint_id }) => endpoint_id)
    return new Map(rows.map((row) => [row.product_id, present(row, notices.get(row.id) ?? [])] as const))
  })
})

const present = (row: Row, notices: ReadonlyArray<Notice>): S.ProductWebhook => ({
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
