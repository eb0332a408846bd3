import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Partners that the operator has suspended. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Its keys and embeds are refused from then on. Null: it isn't suspended.
  yield* sql`ALTER TABLE partners ADD COLUMN suspended_at timestamptz`
})
