import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Tax file numbers, apart from everything else about a person: destroying a row destroys the number. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Each value is sealed under a data key of its own. masked (the last three digits) is sealed apart, so that showing
  // it never opens the number. There is no index on either: a tax file number is not a key to find people by.
  yield* sql`CREATE TABLE tax_file_numbers (
    session_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    given_by text NOT NULL CHECK (given_by IN ('partner', 'employee')),
    sealed bytea NOT NULL,
    masked bytea NOT NULL,
    inserted_at timestamptz NOT NULL,
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id) ON DELETE CASCADE
  )`
})
