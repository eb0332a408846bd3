import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** When a file's result was put beside it, and when an operator refused one that was held or came too early. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE employer_list_files ADD COLUMN told_at timestamptz, ADD COLUMN closed_at timestamptz`
  yield* sql`UPDATE employer_list_files SET told_at = finished_at WHERE finished_at IS NOT NULL`
})
