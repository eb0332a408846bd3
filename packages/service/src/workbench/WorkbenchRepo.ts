import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { maxAge } from "../employer-lists/ListsRepo.ts"
import { firstRow } from "../platform/database/rows.ts"

/** The SQL statements of the levers. */
export const leversRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** An employer of a sandboxed product. */
  employer: (id: S.EmployerId) =>
    firstRow(sql<{ product_id: S.ProductId; name: string }>`SELECT e.product_id, e.name FROM employers e
      JOIN products p ON p.id = e.product_id WHERE e.id = ${id} AND p.sandboxed`),

  /** The newest employers of sandboxed products, by name; of several with one name, each has the partner's id for it. */
  employers: sql<{ id: S.EmployerId; name: string }>`SELECT id,
      CASE WHEN count(*) OVER (PARTITION BY name) = 1 THEN name ELSE name || ' (' || remote_id || ')' END AS name FROM (
      SELECT e.id, e.name, e.remote_id FROM employers e JOIN products p ON p.id = e.product_id
      WHERE p.sandboxed ORDER BY e.id DESC LIMIT 100
    ) newest ORDER BY name, id`,

  /** The seconds of the fund's time until its employer list in force is too old. */
  listInForce: (fundId: S.FundId) =>
    firstRow(sql<{ seconds_left: number }>`SELECT
        ceil(extract(epoch FROM l.accepted_at + ${sql.literal(maxAge("f"))} - business_now(f.simulated)))::float8
          AS seconds_left
      FROM employer_lists l JOIN funds f ON f.id = l.fund_id WHERE l.fund_id = ${fundId}`)
}))

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
