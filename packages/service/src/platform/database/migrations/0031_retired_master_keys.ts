import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The master keys that may seal nothing any more. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A process whose key file still begins with one of these refuses to start.
  yield* sql`CREATE TABLE retired_master_keys (
    id bytea PRIMARY KEY CHECK (octet_length(id) = 8),
    retired_at timestamptz NOT NULL DEFAULT now()
  )`
})
