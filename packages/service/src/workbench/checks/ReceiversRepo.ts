import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A product with a webhook endpoint. */
export interface Receiver {
  readonly product_id: S.ProductId
  readonly name: string
  readonly url: string
  /** Another product of the same partner; null if it has none. */
  readonly other_id: S.ProductId | null
}

/** The newest products that receive webhooks. */
export const receiversRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  receivers: sql<Receiver>`SELECT p.id AS product_id, p.name, e.url,
      (SELECT o.id FROM products o WHERE o.partner_id = p.partner_id AND o.id <> p.id ORDER BY o.id LIMIT 1) AS other_id
    FROM webhook_endpoints e JOIN products p ON p.id = e.product_id
    WHERE e.enabled ORDER BY p.id DESC LIMIT 100`
}))
