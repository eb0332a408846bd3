import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Employers' details for the fund that they confirmed. fund_calls delivers them to the fund, by POST or by file. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE employer_details (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    fund_id uuid NOT NULL REFERENCES funds (id),
    usi text NOT NULL,
    employer_number text CHECK (length(employer_number) BETWEEN 1 AND 64),
    confirmed_at timestamptz NOT NULL,
    -- A sealed document: names, addresses and numbers of people.
    answers bytea NOT NULL,
    -- Raised by each save.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    saved_at timestamptz NOT NULL,
    UNIQUE (employer_id, fund_id),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`

  // A file of the SFTP outbox.
  yield* sql`CREATE TABLE employer_details_files (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    file_name text NOT NULL,
    -- uploaded: its bytes are there under a temporary name; placed: under its own.
    state text NOT NULL CHECK (state IN ('prepared', 'uploaded', 'placed')),
    sha256 text,
    inserted_at timestamptz NOT NULL,
    UNIQUE (fund_id, file_name)
  )`
})
