import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How funds' lookup answers broke the contract: in words that can be sent to the fund, once for each kind of mistake. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE fund_lookup_breaches (
    fund_id uuid NOT NULL REFERENCES funds (id),
    words text NOT NULL CHECK (length(words) <= 2000),
    times integer NOT NULL DEFAULT 1 CHECK (times >= 1),
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    last_request_id uuid,
    PRIMARY KEY (fund_id, words)
  )`
})
