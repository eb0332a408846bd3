import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A choice form that was made before the fund gave the member number is made again with it, when it is fetched. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE choice_forms ADD COLUMN names_member boolean NOT NULL DEFAULT false`
})
