import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Secrets of the database itself, sealed under the master key. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE vault_keys (
    name text PRIMARY KEY,
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL DEFAULT now()
  )`
})
