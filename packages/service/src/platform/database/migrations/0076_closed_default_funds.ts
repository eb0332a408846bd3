import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What tells an employer that its default fund closed, and that it is open again. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // possible_default: whether employers can choose the product. possible_default_changed_at: when a new profile last
  // made it the other; null while it is as it was when it was first loaded. By the database's clock, like the
  // recorded_at of issues, which it is held against.
  yield* sql`ALTER TABLE fund_products
    ADD COLUMN possible_default boolean NOT NULL
      GENERATED ALWAYS AS (is_mysuper AND is_open_to_new_members AND withdrawn_at IS NULL) STORED,
    ADD COLUMN possible_default_changed_at timestamptz`
  yield* sql`ALTER TABLE employer_issues ADD COLUMN recorded_at timestamptz NOT NULL DEFAULT platform_now()`
  yield* sql`CREATE INDEX employer_default_funds_of_product ON employer_default_funds (fund_product_id, employer_id)
    WHERE ended_at IS NULL`
})
