import type { ProductId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

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
