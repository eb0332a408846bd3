import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Default Activate: the lookup that is started when an employer's embed is opened, once for all processes. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The process that asks the funds holds a claim. If the process ends before the lookup is finished, the claim expires,
  // and the next request for the matches starts the lookup again.
  yield* sql`CREATE TABLE match_lookups (
    embed_session_id uuid PRIMARY KEY REFERENCES embed_sessions (id) ON DELETE CASCADE,
    claim uuid NOT NULL,
    claimed_until timestamptz NOT NULL,
    finished_at timestamptz,
    funds_not_asked integer CHECK (funds_not_asked >= 0),
    CHECK ((finished_at IS NULL) = (funds_not_asked IS NULL))
  )`
})
