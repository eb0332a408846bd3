import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Self-managed funds among the selections, and which linked funds are advertised. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // self_managed is a sealed document: the fund's ABN, bank account and member. A selection is of a product of a fund that
  // APRA regulates, or of a self-managed one; never of both.
  yield* sql`ALTER TABLE super_selections
    ADD COLUMN self_managed bytea,
    ADD CONSTRAINT super_selections_one_fund CHECK (fund_product_id IS NULL OR self_managed IS NULL)`

  // promoted: the operator has the fund advertised to the product's employees, where the law allows it.
  yield* sql`ALTER TABLE fund_links ADD COLUMN promoted boolean NOT NULL DEFAULT false`
})
