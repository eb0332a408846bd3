import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Partners, their products, and the API keys of both. */
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
    inserted_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`

  // version is the product's ETag. (id, partner_id) is unique so that other tables can point at both at once, and a
  // row can never name one partner and another partner's product.
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
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (partner_id, slug),
    UNIQUE (id, partner_id)
  )`
  yield* sql`CREATE INDEX products_newest ON products (partner_id, id DESC)`

  // Only the SHA-256 of a key is kept. A key is current, then superseded (still working while its owner rotates), then
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
  // One current key, and during rotation one previous key: two working keys at most for each owner.
  yield* sql`CREATE UNIQUE INDEX api_keys_one_current ON api_keys ((coalesce(product_id, partner_id)))
    WHERE superseded_at IS NULL AND deactivated_at IS NULL`
  yield* sql`CREATE UNIQUE INDEX api_keys_one_previous ON api_keys ((coalesce(product_id, partner_id)))
    WHERE superseded_at IS NOT NULL AND deactivated_at IS NULL`
  yield* sql`CREATE INDEX api_keys_of_product ON api_keys (product_id, id DESC)`
  yield* sql`CREATE INDEX api_keys_of_partner ON api_keys (partner_id, id DESC)`
})
