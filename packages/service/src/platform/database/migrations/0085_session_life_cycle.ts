import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What ends a session, and what is left of one afterwards. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // erased_at: since when the row holds nothing personal. held_until: a timer failed on this session and leaves it alone
  // until then, so that one session that can't be handled never stands before the others.
  yield* sql`ALTER TABLE onboarding_sessions
    ADD COLUMN erased_at timestamptz CHECK (erased_at IS NULL OR ended_at IS NOT NULL),
    ADD COLUMN held_until timestamptz`
  // Timers look for these: what waits for its fund, by when it was confirmed.
  yield* sql`CREATE INDEX onboarding_sessions_waiting ON onboarding_sessions (confirmed_at)
    WHERE state = 'pending_completion'`
})
