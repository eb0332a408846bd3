import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Partners, their products, the API keys of both, and the stored responses to their repeated requests. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE partners (
    id uuid PRIMARY KEY,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 63),
    sandboxed boolean NOT NULL DEFAULT true,
    custom_theme jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(custom_theme) = 'object'),
    employer_issue_webhooks_enabled boolean NOT NULL DEFAULT false,
    tfn_retention_days smallint NOT NULL DEFAULT 30 CHECK (tfn_retention_days BETWEEN 3 AND 90),
    -- Choice records (completed sessions) are kept for the five years that the law requires of employers.
    choice_records_kept boolean NOT NULL DEFAULT false,
    inserted_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`

  // (id, partner_id) is unique so that other tables can refer to both at once: no row can name one partner and another
  // partner's product.
  yield* sql`CREATE TABLE products (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partners (id),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 63),
    sandboxed boolean NOT NULL DEFAULT true,
    target_origin text CHECK (target_origin ~ '^https?://[^/?#@[:space:]]+$'),
    technical_contact_email text CHECK (length(technical_contact_email) <= 254),
    bank_details_configuration jsonb NOT NULL DEFAULT '{}'
      CHECK (jsonb_typeof(bank_details_configuration) = 'object'),
    tfn_declarations_configuration jsonb NOT NULL DEFAULT '{}'
      CHECK (jsonb_typeof(tfn_declarations_configuration) = 'object'),
    abandonment_policy text NOT NULL DEFAULT 'none' CHECK (abandonment_policy IN ('none', 'staple_then_default')),
    tfn_access_enabled boolean NOT NULL DEFAULT false,
    -- The ETag.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (partner_id, slug),
    UNIQUE (id, partner_id)
  )`
  yield* sql`CREATE INDEX products_newest ON products (partner_id, id DESC)`

  // Only the SHA-256 of a key is kept. A key is current, then superseded (it still works while its owner rotates), then
  // deactivated (kept for the audit).
  yield* sql`CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('partner', 'product')),
    environment text NOT NULL CHECK (environment IN ('live', 'sandbox')),
    partner_id uuid NOT NULL REFERENCES partners (id),
    product_id uuid,
    name text CHECK (length(name) BETWEEN 1 AND 200),
    short_id text NOT NULL UNIQUE CHECK (short_id ~ '^[0-9A-Za-z]{8}$'),
    secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
    last_four text NOT NULL CHECK (length(last_four) = 4),
    last_used_at timestamptz,
    superseded_at timestamptz,
    deactivated_at timestamptz,
    inserted_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((kind = 'product') = (product_id IS NOT NULL)),
    FOREIGN KEY (product_id, partner_id) REFERENCES products (id, partner_id)
  )`
  // One current key, and during rotation one previous key: at most two working keys for each owner.
  yield* sql`CREATE UNIQUE INDEX api_keys_one_current ON api_keys ((coalesce(product_id, partner_id)))
    WHERE superseded_at IS NULL AND deactivated_at IS NULL`
  yield* sql`CREATE UNIQUE INDEX api_keys_one_previous ON api_keys ((coalesce(product_id, partner_id)))
    WHERE superseded_at IS NOT NULL AND deactivated_at IS NULL`
  yield* sql`CREATE INDEX api_keys_of_product ON api_keys (product_id, id DESC)`
  yield* sql`CREATE INDEX api_keys_of_partner ON api_keys (partner_id, id DESC)`

  // The response to a POST with an Idempotency-Key, kept for 24 hours.
  yield* sql`CREATE TABLE idempotency_keys (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partners (id),
    product_id uuid,
    operation text NOT NULL CHECK (operation ~ '^[a-z][A-Za-z0-9]*$'),
    -- A keyed digest, because some callers make keys from a name or an e-mail address.
    key_digest bytea NOT NULL CHECK (octet_length(key_digest) = 32),
    -- A keyed HMAC of the request: a plain hash of a body with a TFN in it could be searched.
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- in_progress: a request holds the key until locked_until. answered: answer is kept, sealed. answered_with_secret:
    -- the answer held a secret and isn't kept; entity_id is what the request made.
    status text NOT NULL CHECK (status IN ('in_progress', 'answered', 'answered_with_secret')),
    answer bytea,
    entity_id uuid,
    locked_until timestamptz,
    inserted_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (partner_id, product_id, operation, key_digest),
    FOREIGN KEY (product_id, partner_id) REFERENCES products (id, partner_id),
    CHECK ((status = 'in_progress') = (locked_until IS NOT NULL)),
    CHECK ((status = 'answered') = (answer IS NOT NULL)),
    CHECK (status <> 'answered_with_secret' OR entity_id IS NOT NULL),
    CHECK (expires_at > inserted_at)
  )`
  yield* sql`CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)`
})
