import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What a POST with an Idempotency-Key answered, for 24 hours. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // fingerprint is a keyed HMAC of the request (a plain hash of a body with a TFN in it could be searched).
  // in_progress: another request holds the key until locked_until. answered: answer is the sealed answer to replay.
  // answered_with_secret: the answer held a secret and is not kept; entity_id says what was made.
  yield* sql`CREATE TABLE idempotency_keys (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partners (id),
    product_id uuid,
    operation text NOT NULL CHECK (operation ~ '^[a-z][A-Za-z0-9]*$'),
    key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    status text NOT NULL CHECK (status IN ('in_progress', 'answered', 'answered_with_secret')),
    answer bytea,
    entity_id uuid,
    locked_until timestamptz,
    inserted_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (partner_id, product_id, operation, key),
    FOREIGN KEY (product_id, partner_id) REFERENCES products (id, partner_id),
    CHECK ((status = 'in_progress') = (locked_until IS NOT NULL)),
    CHECK ((status = 'answered') = (answer IS NOT NULL)),
    CHECK (status <> 'answered_with_secret' OR entity_id IS NOT NULL),
    CHECK (expires_at > inserted_at)
  )`
  yield* sql`CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)`
})
