import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Employers of a product: the default fund, the ATO connection and the accepted declarations of each. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE employers (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 255),
    -- An organisation's name, ABN and address are public, so they aren't sealed.
    abn text NOT NULL CHECK (abn ~ '^[1-9][0-9]{10}$'),
    abn_branch_number text CHECK (abn_branch_number ~ '^[0-9]{3}$'),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    country text NOT NULL DEFAULT 'aus' CHECK (country ~ '^[a-z]{3}$'),
    address jsonb CHECK (jsonb_typeof(address) = 'object'),
    -- A sealed document: a person's name, e-mail and phone number.
    contact bytea,
    accepted_stapling_statement boolean NOT NULL DEFAULT false,
    accepted_tfn_declaration_statement boolean NOT NULL DEFAULT false,
    stapling_status text NOT NULL DEFAULT 'not_connected'
      CHECK (stapling_status IN ('not_connected', 'connected', 'lapsed')),
    -- software_id is what the employer enters in the ATO's Access Manager: ten digits of its own. The multiplication (by
    -- a prime, modulo the number of such ids) gives each employer a different one without showing how many there are.
    software_number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    software_id text NOT NULL UNIQUE
      GENERATED ALWAYS AS ((1000000000 + (software_number * 2654435761) % 9000000000)::text) STORED,
    last_activity_at timestamptz,
    -- The ETag; it also orders the employer's webhooks.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    -- The seq of an employer's event is version + test_webhooks: a test webhook has its own place in the order and leaves
    -- the version, and so the ETag, as it is.
    test_webhooks integer NOT NULL DEFAULT 0 CHECK (test_webhooks >= 0),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (product_id, remote_id),
    UNIQUE (id, product_id)
  )`
  yield* sql`CREATE INDEX employers_newest ON employers (product_id, id DESC)`

  // A row ends when another fund is chosen, so that the record of what employees were shown remains. One row of an
  // employer is current.
  yield* sql`CREATE TABLE employer_default_funds (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    fund_product_id uuid NOT NULL,
    -- The number by which the fund knows the employer.
    employer_number text CHECK (length(employer_number) BETWEEN 1 AND 64),
    source text NOT NULL CHECK (source IN ('selected', 'default_activate_confirmed', 'api')),
    confirmed_at timestamptz NOT NULL,
    ended_at timestamptz,
    -- The fund product closed, so it no longer counts as configured. Set with the employer's version and webhook; null
    -- again when the product reopens.
    closed_at timestamptz,
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE UNIQUE INDEX employer_default_funds_one_current ON employer_default_funds (employer_id)
    WHERE ended_at IS NULL`
  yield* sql`CREATE INDEX employer_default_funds_of_product ON employer_default_funds (fund_product_id, employer_id)
    WHERE ended_at IS NULL`

  yield* sql`CREATE TABLE employer_ato_connections (
    employer_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    connected_by text NOT NULL CHECK (connected_by IN ('employer', 'agent')),
    agent_number text CHECK (agent_number ~ '^[0-9]{7,8}$'),
    agent_abn text CHECK (agent_abn ~ '^[1-9][0-9]{10}$'),
    checked_at timestamptz,
    check_result text CHECK (check_result IN ('ok', 'not_found', 'error')),
    updated_at timestamptz NOT NULL,
    CHECK ((connected_by = 'agent') = (agent_number IS NOT NULL)),
    CHECK ((connected_by = 'agent') = (agent_abn IS NOT NULL)),
    CHECK ((checked_at IS NULL) = (check_result IS NULL)),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`

  // Every acceptance of a declaration is kept. The row that wasn't withdrawn is current.
  yield* sql`CREATE TABLE employer_statements (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    statement text NOT NULL CHECK (statement IN ('stapling', 'tfn_declaration')),
    -- Names the wording.
    version text NOT NULL CHECK (length(version) BETWEEN 1 AND 64),
    -- The opening of the embed in which it was accepted; null if a sandbox acted as the employer.
    embed_session_id uuid,
    accepted_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE UNIQUE INDEX employer_statements_one_current ON employer_statements (employer_id, statement)
    WHERE withdrawn_at IS NULL`
})
