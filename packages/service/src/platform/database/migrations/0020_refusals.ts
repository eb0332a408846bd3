import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Why a fund refused to register a member: beside the choice for the employee, and on the issue for the partner. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A reason of a closed list, and names of fields: no value, and no text of the fund.
  yield* sql`ALTER TABLE super_selections ADD COLUMN refusal jsonb CHECK (jsonb_typeof(refusal) = 'object')`
  yield* sql`ALTER TABLE employer_issues ADD COLUMN refusal jsonb CHECK (jsonb_typeof(refusal) = 'object')`
})
