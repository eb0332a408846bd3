import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How much of its rate limit each product, and each partner, has used. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row, one number: the moment at which the whole burst is there again. Unlogged, because a row changes with every
  // request: it costs no write-ahead log and no wait for the disk, and after a crash everybody starts with a full burst.
  yield* sql`CREATE UNLOGGED TABLE rate_limits (
    owner_id uuid PRIMARY KEY,
    full_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`
})
