import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Employees of an employer. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE employees (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 255),
    -- A sealed document: e-mail and phone numbers, as the newest session knows them.
    details bytea,
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (employer_id, remote_id),
    UNIQUE (id, product_id),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE INDEX employees_newest ON employees (product_id, employer_id, id)`
})
