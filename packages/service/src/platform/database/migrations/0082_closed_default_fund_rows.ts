import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Whether an employer's default fund still counts: one that closed is no longer a default fund that is configured. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Set when the employer is told of it, with its version and its webhook; null again when the product has reopened.
  yield* sql`ALTER TABLE employer_default_funds ADD COLUMN closed_at timestamptz`
})
