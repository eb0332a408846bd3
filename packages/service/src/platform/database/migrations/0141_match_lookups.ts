import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Default Activate: the lookup that the opening of an employer's embed begins, once for all processes. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A row is claimed until a moment, by the process that asks the funds. If the process ends before the lookup is
  // finished, the claim runs out, and whoever wants the matches begins again.
  yield* sql`CREATE TABLE match_lookups (
    embed_session_id uuid PRIMARY KEY REFERENCES embed_sessions (id) ON DELETE CASCADE,
    claim uuid NOT NULL,
    claimed_until timestamptz NOT NULL,
    finished_at timestamptz,
    funds_not_asked integer CHECK (funds_not_asked >= 0),
    CHECK ((finished_at IS NULL) = (funds_not_asked IS NULL))
  )`
})
