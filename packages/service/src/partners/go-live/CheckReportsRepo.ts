import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../../platform/database/rows.ts"

/** The statements on what partners report of partner-check: the newest report of each product. */
export const checkReportsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    find: (productId: S.ProductId) =>
      Effect.map(
        firstRow(sql<{ readonly report: S.ProductCheckReport }>`
          SELECT report FROM product_check_reports WHERE product_id = ${productId}`),
        (row) => row?.report ?? null
      ),

    /** Replaces the one before. */
    keep: (productId: S.ProductId, report: S.ProductCheckReport) => sql`
      INSERT INTO product_check_reports (product_id, report)
      VALUES (${productId}, ${JSON.stringify(report)}::jsonb)
      ON CONFLICT (product_id) DO UPDATE SET report = excluded.report`,

    /** Gives another product the same report, if there is one. */
    copy: (from: S.ProductId, to: S.ProductId) => sql`
      INSERT INTO product_check_reports (product_id, report)
      SELECT ${to}, report FROM product_check_reports WHERE product_id = ${from}`
  }
})
