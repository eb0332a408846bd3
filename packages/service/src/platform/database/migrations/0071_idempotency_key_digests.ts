import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Callers' idempotency keys are kept as keyed digests: some make them of a name or an e-mail address. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What was kept can't be digested here, and lives for a day at most: a request that is repeated over this very
  // moment runs again.
  yield* sql`DELETE FROM idempotency_keys`
  yield* sql`ALTER TABLE idempotency_keys DROP COLUMN key,
    ADD COLUMN key_digest bytea NOT NULL CHECK (octet_length(key_digest) = 32),
    ADD UNIQUE NULLS NOT DISTINCT (partner_id, product_id, operation, key_digest)`
})
