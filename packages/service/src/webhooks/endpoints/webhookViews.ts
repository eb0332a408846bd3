import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { toTimestampOrNull } from "../../platform/time/timestamp.ts"

interface Row {
  readonly product_id: S.ProductId
  readonly url: S.WebhookUrl
  readonly enabled: boolean
  readonly paused_at: Date | null
  readonly last_success_at: Date | null
  readonly secrets: number
  readonly secret_made_at: Date | null
  readonly previous_secret_expires_at: Date | null
}

/** Reads where each product's webhooks go and how delivery is doing; a product without an address is left out. */
export const webhookViews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return Effect.fnUntraced(function* (productIds: ReadonlyArray<S.ProductId>) {
    if (productIds.length === 0) return new Map<S.ProductId, S.ProductWebhook>()
    const rows = yield* sql<Row>`
      SELECT e.product_id, e.url, e.enabled, e.paused_at, s.secrets, s.secret_made_at, s.previous_secret_expires_at,
        (SELECT d.delivered_at FROM webhook_deliveries d WHERE d.product_id = e.product_id AND d.state = 'delivered'
          ORDER BY d.id DESC LIMIT 1) AS last_success_at
      FROM webhook_endpoints e
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS secrets, max(inserted_at) AS secret_made_at,
          max(expires_at) FILTER (WHERE expires_at > platform_now()) AS previous_secret_expires_at
        FROM webhook_secrets WHERE endpoint_id = e.id) s
      WHERE ${sql.in("e.product_id", productIds)}`
    return new Map(rows.map((row) => [row.product_id, present(row)] as const))
  })
})

const present = (row: Row): S.ProductWebhook => ({
  url: row.url,
  enabled: row.enabled,
  status: row.paused_at === null ? "active" : "paused",
  paused_at: toTimestampOrNull(row.paused_at),
  last_success_at: toTimestampOrNull(row.last_success_at),
  secret_rotated_at: row.secrets > 1 ? toTimestampOrNull(row.secret_made_at) : null,
  previous_secret_expires_at: toTimestampOrNull(row.previous_secret_expires_at)
})
