import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Employers of a product, and the default super fund of each. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // version is the ETag and orders the employer's webhooks. contact is a sealed document: a person's name, e-mail and
  // phone number. What names an organisation (name, ABN, its address) is public and stays readable.
  yield* sql`CREATE TABLE employers (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 255),
    abn text NOT NULL CHECK (abn ~ '^[1-9][0-9]{10}$'),
    abn_branch_number text CHECK (abn_branch_number ~ '^[0-9]{3}$'),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    country text NOT NULL DEFAULT 'aus' CHECK (country ~ '^[a-z]{3}$'),
    address jsonb CHECK (jsonb_typeof(address) = 'object'),
    contact bytea,
    accepted_stapling_statement boolean NOT NULL DEFAULT false,
    accepted_tfn_declaration_statement boolean NOT NULL DEFAULT false,
    stapling_status text NOT NULL DEFAULT 'not_connected'
      CHECK (stapling_status IN ('not_connected', 'connected', 'lapsed')),
    last_activity_at timestamptz,
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (product_id, remote_id),
    UNIQUE (id, product_id)
  )`
  yield* sql`CREATE INDEX employers_newest ON employers (product_id, id DESC)`

  // A row ends when another fund is chosen, so what employees were told stays on record; one row an employer is
  // current.
  yield* sql`CREATE TABLE employer_default_funds (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    fund_product_id uuid NOT NULL,
    employer_number text CHECK (length(employer_number) BETWEEN 1 AND 40),
    source text NOT NULL CHECK (source IN ('selected', 'default_activate_confirmed', 'api')),
    confirmed_at timestamptz NOT NULL,
    ended_at timestamptz,
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE UNIQUE INDEX employer_default_funds_one_current ON employer_default_funds (employer_id)
    WHERE ended_at IS NULL`
})
