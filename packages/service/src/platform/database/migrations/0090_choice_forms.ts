import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The super choice form of each session that was confirmed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The row is asked for with the confirmation. made_at is when the PDF became available; sealed is the PDF, in base64,
  // under a data key of its own, and null again once it was removed. woken_at: when the job was last offered.
  yield* sql`CREATE TABLE choice_forms (
    session_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    woken_at timestamptz NOT NULL,
    made_at timestamptz,
    sealed bytea,
    CHECK (sealed IS NULL OR made_at IS NOT NULL),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX choice_forms_to_make ON choice_forms (woken_at) WHERE made_at IS NULL`
})
