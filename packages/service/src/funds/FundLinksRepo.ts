import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { ProductId } from "@embedded-super/contracts/schemas"
import type { StoredFund } from "./FundsRepo.ts"

/** The statements on links between partners' products and funds. */
export const fundLinksRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const isThere = (rows: ReadonlyArray<unknown>) => rows.length > 0

  return {
    /** Of a product that an operator names, what a link depends on; undefined if there is none. */
    product: (id: string) =>
      Effect.map(
        sql<{ sandboxed: boolean }>`SELECT sandboxed FROM products WHERE id = ${id}`,
        (rows) => rows[0]
      ),

    /** Makes the link, or switches it on again. */
    enable: (productId: string, { id }: StoredFund) =>
      sql`INSERT INTO fund_links (product_id, fund_id, enabled, inserted_at, updated_at)
        VALUES (${productId}, ${id}, true, platform_now(), platform_now())
        ON CONFLICT (product_id, fund_id) DO UPDATE SET enabled = true, updated_at = excluded.updated_at`,

    /** False if there is no link. */
    disable: (productId: string, { id }: StoredFund) =>
      Effect.map(
        sql`UPDATE fund_links SET enabled = false, updated_at = platform_now()
          WHERE product_id = ${productId} AND fund_id = ${id} RETURNING fund_id`,
        isThere
      ),

    /** False if there is no link. */
    setPromoted: (productId: string, { id }: StoredFund, promoted: boolean) =>
      Effect.map(
        sql`UPDATE fund_links SET promoted = ${promoted}, updated_at = platform_now()
          WHERE product_id = ${productId} AND fund_id = ${id} RETURNING fund_id`,
        isThere
      )
  }
})

/**
 * Links a sandboxed product to every simulated fund there is; does nothing for a live product. For the transaction that
 * makes the product. A fund that is loaded later is linked by the operator, as any other: nobody else's load changes
 * which funds a product reaches.
 */
export const linkToSimulatedFunds = Effect.fn("linkToSimulatedFunds")(function* (productId: ProductId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO fund_links (product_id, fund_id, enabled, inserted_at, updated_at)
    SELECT p.id, f.id, true, platform_now(), platform_now() FROM products p JOIN funds f ON f.simulated
    WHERE p.id = ${productId} AND p.sandboxed ON CONFLICT DO NOTHING`
})
