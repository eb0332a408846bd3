import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What employers answer to the fund that they confirmed, and how it reaches the fund: by POST or by file, never both. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // answers is a sealed document: names, addresses and numbers of people. version is raised by each save.
  yield* sql`CREATE TABLE employer_details (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    fund_id uuid NOT NULL REFERENCES funds (id),
    usi text NOT NULL,
    employer_number text CHECK (length(employer_number) BETWEEN 1 AND 40),
    confirmed_at timestamptz NOT NULL,
    answers bytea NOT NULL,
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    saved_at timestamptz NOT NULL,
    UNIQUE (employer_id, fund_id),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`

  // A file of the outbox. uploaded: its bytes are there under a temporary name; placed: under its own.
  yield* sql`CREATE TABLE employer_details_files (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    file_name text NOT NULL,
    state text NOT NULL CHECK (state IN ('prepared', 'uploaded', 'placed')),
    sha256 text,
    inserted_at timestamptz NOT NULL,
    UNIQUE (fund_id, file_name)
  )`

  // One version of the details on its way. id is the Idempotency-Key of every call. owner has it in hand until
  // expires_at; the counts are what was spent of the retry rules' allowances.
  yield* sql`CREATE TABLE employer_details_deliveries (
    id uuid PRIMARY KEY,
    details_id uuid NOT NULL REFERENCES employer_details (id),
    product_id uuid NOT NULL,
    fund_id uuid NOT NULL REFERENCES funds (id),
    version integer NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'superseded')),
    parked boolean NOT NULL DEFAULT false,
    because text CHECK (because ~ '^[a-z_]+$'),
    words text CHECK (length(words) <= 2000),
    attempts integer NOT NULL DEFAULT 0,
    retries integer NOT NULL DEFAULT 0,
    waits integer NOT NULL DEFAULT 0,
    waited_seconds integer NOT NULL DEFAULT 0,
    refusals integer NOT NULL DEFAULT 0,
    due_at timestamptz,
    owner uuid,
    expires_at timestamptz,
    file_id uuid REFERENCES employer_details_files (id),
    inserted_at timestamptz NOT NULL,
    settled_at timestamptz
  )`
  yield* sql`CREATE UNIQUE INDEX employer_details_deliveries_one_waits ON employer_details_deliveries (details_id)
    WHERE state = 'waiting'`
  yield* sql`CREATE INDEX employer_details_deliveries_of_fund ON employer_details_deliveries (fund_id, due_at)
    WHERE state = 'waiting'`
})
