import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Where each product's webhooks are sent, what they are signed with, and who is sending them now. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A paused endpoint still collects deliveries, which are sent when it is resumed; one that isn't enabled gets none.
  // version is raised by every change, so that a worker that is sending notices.
  yield* sql`CREATE TABLE webhook_endpoints (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL UNIQUE REFERENCES products (id),
    url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 2100),
    enabled boolean NOT NULL DEFAULT true,
    paused_at timestamptz,
    paused_because text CHECK (paused_because IN ('gone', 'failing', 'operator')),
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((paused_at IS NULL) = (paused_because IS NULL))
  )`

  // The one without an end is current; while it replaces another, that one still signs until its end.
  yield* sql`CREATE TABLE webhook_secrets (
    id uuid PRIMARY KEY,
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL,
    expires_at timestamptz
  )`
  yield* sql`CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (endpoint_id)
    WHERE expires_at IS NULL`
  yield* sql`CREATE INDEX webhook_secrets_of_endpoint ON webhook_secrets (endpoint_id, id DESC)`

  // One worker at a time sends to an endpoint: owner, until expires_at unless it renews. woken: somebody had work for
  // the endpoint while it was owned, so the owner looks again before it lets go. hold_until: the receiver asked not to
  // be called before that time. Apart from webhook_endpoints because it changes every few seconds.
  yield* sql`CREATE TABLE webhook_leases (
    endpoint_id uuid PRIMARY KEY REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    owner uuid,
    expires_at timestamptz,
    woken boolean NOT NULL DEFAULT false,
    hold_until timestamptz,
    CHECK ((owner IS NULL) = (expires_at IS NULL))
  ) WITH (fillfactor = 50)`
})
