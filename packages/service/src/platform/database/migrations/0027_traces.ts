import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The trace that stored work continues (D-traces): a W3C `traceparent`, null if there is none. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE onboarding_sessions ADD COLUMN traceparent text`
  yield* sql`ALTER TABLE fund_calls ADD COLUMN traceparent text`
  yield* sql`ALTER TABLE events ADD COLUMN traceparent text`
})
