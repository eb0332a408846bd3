import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The Ed25519 keys that sign the webhooks of partners who asked for it (v1a). Their public halves are published. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The one without an end is current; while it replaces another, that one still signs until its end.
  yield* sql`CREATE TABLE webhook_keys (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partners (id),
    public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
    sealed bytea NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz
  )`
  yield* sql`CREATE UNIQUE INDEX webhook_keys_one_current ON webhook_keys (partner_id) WHERE valid_until IS NULL`
  yield* sql`CREATE INDEX webhook_keys_of_partner ON webhook_keys (partner_id, id DESC)`
})
