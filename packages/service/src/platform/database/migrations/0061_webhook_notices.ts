import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What the people behind an endpoint must be told about it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Written by the transaction that brings it about. failing_since names the outage that it is about, so that each kind
  // is said once in an outage; a pause of another kind has none. told_at: when whoever tells it was done with it.
  yield* sql`CREATE TABLE webhook_notices (
    id uuid PRIMARY KEY,
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN
      ('failing_1h', 'failing_24h', 'failing_72h', 'paused_gone', 'paused_failing', 'paused_unusable')),
    failing_since timestamptz,
    at timestamptz NOT NULL,
    told_at timestamptz,
    CHECK (failing_since IS NOT NULL OR kind NOT IN ('failing_1h', 'failing_24h', 'failing_72h', 'paused_failing')),
    UNIQUE (endpoint_id, kind, failing_since)
  )`
  yield* sql`CREATE INDEX webhook_notices_to_tell ON webhook_notices (id) WHERE told_at IS NULL`
  yield* sql`CREATE INDEX webhook_notices_of_endpoint ON webhook_notices (endpoint_id, id DESC)`
})
