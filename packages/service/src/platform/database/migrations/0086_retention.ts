import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What is left of a session when its time is over, and how long a partner has it kept. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A partner may have choice records (completed sessions) kept for the five years that the law wants of employers.
  yield* sql`ALTER TABLE partners ADD COLUMN choice_records_kept boolean NOT NULL DEFAULT false`

  // Who it was can't be told from this. The hashes are keyed: equal contacts have equal hashes, and nobody without the key
  // can try contacts out.
  yield* sql`CREATE TABLE session_remains (
    session_id uuid PRIMARY KEY REFERENCES onboarding_sessions (id) ON DELETE CASCADE,
    product_id uuid NOT NULL,
    email_hash bytea CHECK (octet_length(email_hash) = 32),
    phone_hash bytea CHECK (octet_length(phone_hash) = 32),
    birth_year smallint,
    gender text,
    locality text,
    postcode text,
    state text,
    anonymised_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX onboarding_sessions_personal ON onboarding_sessions (ended_at) WHERE erased_at IS NULL`
})
