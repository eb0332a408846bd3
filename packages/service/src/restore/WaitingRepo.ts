import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { hasRow } from "../platform/database/rows.ts"

/** A webhook that waits; an address of the partner's choosing, without its path, which may hold a token. */
export interface WaitingWebhook {
  readonly id: string
  readonly event: string
  readonly entityId: string
  readonly productId: string
  readonly url: string
  readonly attempts: number
  readonly recordedAt: Date
}

/** An e-mail that waits, without its receiver's address. */
export interface WaitingEmail {
  readonly kind: string
  readonly productId: string
  readonly at: Date
}

/** The statements on waiting outgoing work, over all products. Calls to funds are in `FundCallOperations`. */
export const waitingRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const open = sql.literal(`webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.state = 'pending' AND e.enabled AND e.paused_at IS NULL`)
  const unsent = sql.literal(`webhook_notices n JOIN webhook_endpoints e ON e.id = n.endpoint_id
    JOIN products p ON p.id = e.product_id
    WHERE n.reported_at IS NULL AND p.technical_contact_email IS NOT NULL`)

  return {
    counts: Effect.map(
      sql<{ webhooks: number; calls: number; emails: number }>`SELECT
        (SELECT count(*)::int FROM ${open}) AS webhooks,
        (SELECT count(*)::int FROM fund_calls WHERE state = 'waiting') AS calls,
        (SELECT count(*)::int FROM ${unsent}) AS emails`,
      ([row]) => row ?? { webhooks: 0, calls: 0, emails: 0 }
    ),

    /** Oldest first: the order in which they are sent, but for the order within an entity. */
    webhooks: (limit: number) => sql<WaitingWebhook>`
      SELECT d.id, d.event, d.entity_id AS "entityId", d.product_id AS "productId", e.url, d.attempts,
        d.inserted_at AS "recordedAt"
      FROM ${open} ORDER BY d.id LIMIT ${limit}`,

    /** Whether erasures were applied again to this database, since it was restored. */
    hasAppliedErasures: (identity: string) =>
      hasRow(sql`SELECT FROM audit_log WHERE action = 'restore.erasures' AND detail ->> 'database' = ${identity} LIMIT 1`),

    emails: (limit: number) => sql<WaitingEmail>`
      SELECT n.kind, p.id AS "productId", n.at FROM ${unsent} ORDER BY n.id LIMIT ${limit}`
  }
})
