import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Funds as their profiles describe them, the products that may reach them, and their credentials. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // (id, simulated) is unique so that a fund's products can carry the mark: a simulator may have a real fund's USIs.
  yield* sql`CREATE TABLE funds (
    id uuid PRIMARY KEY,
    slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 63),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    abn text NOT NULL CHECK (abn ~ '^[1-9][0-9]{10}$'),
    simulated boolean NOT NULL,
    -- The loaded fund profile; it holds no secret.
    profile jsonb NOT NULL CHECK (jsonb_typeof(profile) = 'object'),
    -- The profile's check section, sealed: its synthetic member may have a tax file number. Null if it has none.
    check_settings bytea,
    -- Raised by each load that changes the profile.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (id, simulated)
  )`

  // A product that the newest profile no longer names is withdrawn: employers and sessions may still refer to it.
  yield* sql`CREATE TABLE fund_products (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL,
    simulated boolean NOT NULL,
    usi text NOT NULL CHECK (length(usi) BETWEEN 9 AND 14),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    is_mysuper boolean NOT NULL,
    is_open_to_new_members boolean NOT NULL,
    performance_test text NOT NULL CHECK (performance_test IN ('passed', 'failed', 'not_assessed')),
    contribution_restricted boolean NOT NULL,
    homepage_url text,
    pds_url text,
    tmd_url text,
    -- Made of the names of the product and its fund, folded to plain lower-case letters.
    sort_key text COLLATE "C" NOT NULL,
    search_text text NOT NULL,
    withdrawn_at timestamptz,
    -- Whether employers can choose it as their default.
    possible_default boolean NOT NULL
      GENERATED ALWAYS AS (is_mysuper AND is_open_to_new_members AND withdrawn_at IS NULL) STORED,
    -- When a new profile last changed possible_default; null since the first load. By platform_now(), because it is
    -- compared with employer_issues.recorded_at.
    possible_default_changed_at timestamptz,
    UNIQUE (usi, simulated),
    FOREIGN KEY (fund_id, simulated) REFERENCES funds (id, simulated)
  )`
  yield* sql`CREATE INDEX fund_products_in_order ON fund_products (simulated, sort_key, id)
    WHERE withdrawn_at IS NULL`
  yield* sql`CREATE INDEX fund_products_of_fund ON fund_products (fund_id)`

  yield* sql`CREATE TABLE fund_links (
    product_id uuid NOT NULL REFERENCES products (id),
    fund_id uuid NOT NULL REFERENCES funds (id),
    enabled boolean NOT NULL,
    -- The operator advertises the fund to the product's employees, where the law allows it.
    promoted boolean NOT NULL DEFAULT false,
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (product_id, fund_id)
  )`
  yield* sql`CREATE INDEX fund_links_of_fund ON fund_links (fund_id)`

  // The newest version is current. The one before it is valid until expires_at, while the fund accepts both.
  yield* sql`CREATE TABLE fund_credentials (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    version integer NOT NULL CHECK (version >= 1),
    sealed bytea NOT NULL,
    -- Of credentials that sign: the key id that tokens carry, and the public JWK, which is published.
    key_id text CHECK (key_id ~ '^[A-Za-z0-9._-]{1,64}$'),
    -- Members that only private keys have (d, p, q) or shared secrets (k) are refused.
    public_key jsonb CHECK (NOT public_key ?| ARRAY['d', 'k', 'p', 'q']),
    inserted_at timestamptz NOT NULL,
    expires_at timestamptz,
    -- The fund answered 401 or 403 to it; nothing is sent with it any more.
    refused_at timestamptz,
    UNIQUE (fund_id, version),
    CHECK (public_key IS NULL OR key_id IS NOT NULL)
  )`
  yield* sql`CREATE INDEX fund_credentials_published ON fund_credentials (key_id) WHERE public_key IS NOT NULL`

  // The last whole check of a fund's endpoint with fund-check: the verdict, and nothing that was sent or answered.
  yield* sql`CREATE TABLE fund_checks (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    checked_at timestamptz NOT NULL,
    mode text NOT NULL CHECK (mode IN ('dev', 'certify', 'probe')),
    verdict text NOT NULL CHECK (verdict IN ('conforms', 'does_not_conform', 'incomplete')),
    -- How many checks had each verdict.
    counts jsonb NOT NULL CHECK (jsonb_typeof(counts) = 'object'),
    profile_version integer NOT NULL CHECK (profile_version >= 1),
    kit_version text NOT NULL CHECK (length(kit_version) <= 14)
  )`

  // Contract breaches in a fund's lookup responses: one row for each kind of breach, in a text that can be sent to the
  // fund.
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
