import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Sessions that their employees left, and the funds that they fell back on. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // abandoned_at: when the product's abandonment policy ended the session. Nobody confirmed it.
  yield* sql`ALTER TABLE onboarding_sessions
    ADD COLUMN abandoned_at timestamptz CHECK (abandoned_at IS NULL OR (state = 'expired' AND confirmed_at IS NULL))`
  // What a session falls back on was displayed to nobody.
  yield* sql`ALTER TABLE super_selections ALTER COLUMN display_id DROP NOT NULL`

  // Timers look for these: what the employee left, by when; and what still waits for the fund that it fell back on.
  yield* sql`CREATE INDEX onboarding_sessions_idle ON onboarding_sessions ((coalesce(last_activity_at, inserted_at)))
    WHERE state NOT IN ('pending_completion', 'completed', 'cancelled', 'expired')`
  yield* sql`CREATE INDEX onboarding_sessions_abandoned ON onboarding_sessions (abandoned_at)
    WHERE abandoned_at IS NOT NULL`
})
