import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What partners report of their runs of `partner-check`, for their go-live checklists. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The newest report of a product. Not a column of products: every call of a product reads those.
  yield* sql`CREATE TABLE product_check_reports (
    product_id uuid PRIMARY KEY REFERENCES products (id),
    report jsonb NOT NULL CHECK (jsonb_typeof(report) = 'object')
  )`
})
