import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Fund choices: funds that aren't in the directory, and what an employee has seen of a display. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A sealed document: name, ABN and USI, as the employee typed them.
  yield* sql`ALTER TABLE super_selections ADD COLUMN unlisted bytea`
  yield* sql`ALTER TABLE super_selections DROP CONSTRAINT super_selections_one_fund,
    ADD CONSTRAINT super_selections_one_fund CHECK (num_nonnulls(fund_product_id, self_managed, unlisted) <= 1)`

  // The doors that were opened, and the advertisement that was on the screen, each with the time of the first time.
  yield* sql`ALTER TABLE fund_displays ADD COLUMN shown jsonb NOT NULL DEFAULT '{}'
    CHECK (jsonb_typeof(shown) = 'object')`
})
