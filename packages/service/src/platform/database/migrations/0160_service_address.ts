import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The address under which the processes over this database serve, for commands that run beside them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE service_address (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    base_url text NOT NULL CHECK (length(base_url) <= 2048),
    served_at timestamptz NOT NULL
  )`
})
