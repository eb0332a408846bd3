import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What ends a session, and what is left of one afterwards. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // erased_at: since when the row holds nothing personal.
  yield* sql`ALTER TABLE onboarding_sessions
    ADD COLUMN erased_at timestamptz CHECK (erased_at IS NULL OR ended_at IS NOT NULL)`
  // Timers look for these: what waits for its fund, by when it was confirmed.
  yield* sql`CREATE INDEX onboarding_sessions_waiting ON onboarding_sessions (confirmed_at)
    WHERE state = 'pending_completion'`
})
