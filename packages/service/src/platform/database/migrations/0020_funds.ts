import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Super funds as their profiles describe them, which products of partners may reach them, and their credentials. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // profile is the loaded fund profile; it holds no secret. version is raised by each load that changes it. (id,
  // simulated) is unique so that a fund's products can carry the mark: a simulator may have the USIs of a real fund.
  yield* sql`CREATE TABLE funds (
    id uuid PRIMARY KEY,
    slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 63),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    abn text NOT NULL CHECK (abn ~ '^[1-9][0-9]{10}$'),
    simulated boolean NOT NULL,
    profile jsonb NOT NULL CHECK (jsonb_typeof(profile) = 'object'),
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (id, simulated)
  )`

  // A product that the newest profile no longer names is withdrawn: employers and sessions may still point at it.
  // sort_key and search_text are made of the names, folded to plain lower case letters.
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
    sort_key text COLLATE "C" NOT NULL,
    search_text text NOT NULL,
    withdrawn_at timestamptz,
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
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (product_id, fund_id)
  )`
  yield* sql`CREATE INDEX fund_links_of_fund ON fund_links (fund_id)`

  // The newest version is current. The one before it is valid until expires_at, while the fund takes both. refused_at:
  // the fund answered 401 or 403 to it, so nothing is sent with it any more.
  yield* sql`CREATE TABLE fund_credentials (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    version integer NOT NULL CHECK (version >= 1),
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL,
    expires_at timestamptz,
    refused_at timestamptz,
    UNIQUE (fund_id, version)
  )`
})
