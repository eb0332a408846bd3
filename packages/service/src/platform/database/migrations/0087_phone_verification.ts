import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The proof that an employee holds the phone, for sessions of which the partner validated no contact. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE onboarding_sessions
    ADD COLUMN phone_verification text NOT NULL DEFAULT 'skipped'
      CHECK (phone_verification IN ('skipped', 'incomplete', 'complete', 'complete_unsuccessful')),
    ADD COLUMN phone_verified_at timestamptz,
    ADD CHECK ((phone_verification = 'complete') = (phone_verified_at IS NOT NULL))`

  // The last code that was sent, as a keyed hash; phone is a sealed document. sent: how many codes in all. next_at: when
  // another may be requested.
  yield* sql`CREATE TABLE verification_codes (
    session_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    phone bytea NOT NULL,
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    attempts_left smallint NOT NULL CHECK (attempts_left BETWEEN 0 AND 3),
    sent smallint NOT NULL CHECK (sent >= 1),
    valid_until timestamptz NOT NULL,
    next_at timestamptz NOT NULL,
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id) ON DELETE CASCADE
  )`
})
