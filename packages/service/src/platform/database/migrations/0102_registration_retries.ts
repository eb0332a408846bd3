import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Registrations that were brought back after they had failed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The Idempotency-Key of every call, by default the registration's id. What a fund refused is another request when it
  // comes again: it gets another key, lest the fund repeats its refusal.
  yield* sql`ALTER TABLE member_registrations ADD COLUMN idempotency_key uuid`
})
