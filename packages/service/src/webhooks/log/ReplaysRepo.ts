import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { deliveryConditions, type DeliverySelection } from "./DeliveryLogRepo.ts"

/** The statements on replays, and those that select the deliveries to send again. */
export const replaysRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  // Subjects that the partner has disabled aren't sent again either.
  const isWanted = sql`(d.subject <> 'employer_issue' OR EXISTS (SELECT FROM products p
    JOIN partners r ON r.id = p.partner_id AND r.employer_issue_webhooks_enabled WHERE p.id = d.product_id))`

  // A change is known if a later delivery of its entity has arrived, or will be known when a waiting one arrives.
  const isKnownSince = sql`(d.replaceable AND EXISTS (
    SELECT FROM events v JOIN webhook_deliveries o ON o.id = v.id AND o.state IN ('delivered', 'pending')
    WHERE v.subject = d.subject AND v.entity_id = d.entity_id AND v.seq > d.seq))`

  return {
    /** Whether the product has an enabled endpoint; locks it until the transaction ends. */
    lockEnabled: (productId: S.ProductId) =>
      Effect.map(
        sql<{ enabled: boolean }>`
          SELECT enabled FROM webhook_endpoints WHERE product_id = ${productId} FOR NO KEY UPDATE`,
        (rows) => rows[0]?.enabled === true
      ),

    /**
     * The number of deliveries sent again in the window up to now, and the seconds until the first of them leaves it.
     */
    used: (productId: S.ProductId, window: Duration.Duration) => {
      const start = sql`platform_now() - ${Duration.toSeconds(window)}::float8 * interval '1 second'`
      return Effect.map(
        sql<{ used: number; retryIn: number | null }>`
          SELECT coalesce(sum(deliveries), 0)::int AS used,
            extract(epoch FROM min(requested_at) - (${start}))::float8 AS "retryIn"
          FROM webhook_replays WHERE product_id = ${productId} AND requested_at > ${start}`,
        (rows) => rows[0] ?? { used: 0, retryIn: null }
      )
    },

    insert: (id: string, productId: S.ProductId, deliveries: number, selection: object) =>
      sql`INSERT INTO webhook_replays (id, product_id, requested_at, deliveries, selection)
        VALUES (${id}, ${productId}, platform_now(), ${deliveries}, ${JSON.stringify(selection)}::jsonb)`,

    find: (productId: S.ProductId, id: S.WebhookDeliveryId) =>
      Effect.map(
        sql<{ superseded_by: string | null; wanted: boolean }>`
          SELECT d.superseded_by, ${isWanted} AS wanted FROM webhook_deliveries d
          WHERE d.product_id = ${productId} AND d.id = ${id}`,
        (rows) => rows[0]
      ),

    /** Deliveries of a selection that have ended and that no later one makes known, the oldest first. */
    replayable: (selection: DeliverySelection, limit: number) =>
      sql<{ id: string; inserted_at: Date }>`
        SELECT d.id, d.inserted_at FROM webhook_deliveries d
        WHERE ${sql.and([...deliveryConditions(sql, selection), isWanted])}
          AND d.state IN ('delivered', 'dead') AND NOT ${isKnownSince}
        ORDER BY d.id LIMIT ${limit}`
  }
})
