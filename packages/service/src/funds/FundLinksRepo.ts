import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { ProductId } from "@embedded-super/contracts/schemas"
import type { StoredFund } from "./FundsRepo.ts"

/** The SQL statements on links between partners' products and funds. */
export const fundLinksRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** Returns the properties of a product that a link depends on; undefined if the product doesn't exist. */
    product: (id: string) =>
      firstRow(sql<{ sandboxed: boolean }>`SELECT sandboxed FROM products WHERE id = ${id}`),

    /** The number of funds that the product reaches. */
    count: (productId: string) =>
      Effect.map(
        sql`SELECT FROM fund_links WHERE product_id = ${productId} AND enabled`,
        (rows) => rows.length
      ),

    /** Creates the link, or enables it again. */
    enable: (productId: string, { id }: StoredFund) =>
      sql`INSERT INTO fund_links (product_id, fund_id, enabled, inserted_at, updated_at)
        VALUES (${productId}, ${id}, true, platform_now(), platform_now())
        ON CONFLICT (product_id, fund_id) DO UPDATE SET enabled = true, updated_at = excluded.updated_at`,

    /** Returns false if there is no link. */
    disable: (productId: string, { id }: StoredFund) =>
      hasRow(sql`UPDATE fund_links SET enabled = false, updated_at = platform_now()
        WHERE product_id = ${productId} AND fund_id = ${id} RETURNING fund_id`),

    /** Returns false if there is no link. */
    setPromoted: (productId: string, { id }: StoredFund, promoted: boolean) =>
      hasRow(sql`UPDATE fund_links SET promoted = ${promoted}, updated_at = platform_now()
        WHERE product_id = ${productId} AND fund_id = ${id} RETURNING fund_id`)
  }
})

/**
 * Links a sandboxed product to every simulated fund that exists; does nothing for a live product. Call it in the
 * transaction that creates the product. The operator links funds that are loaded later: loading a fund never changes
 * which funds a product reaches.
 */
export const linkToSimulatedFunds = Effect.fn("linkToSimulatedFunds")(function* (productId: ProductId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO fund_links (product_id, fund_id, enabled, inserted_at, updated_at)
    SELECT p.id, f.id, true, platform_now(), platform_now() FROM products p JOIN funds f ON f.simulated
    WHERE p.id = ${productId} AND p.sandboxed ON CONFLICT DO NOTHING`
})
