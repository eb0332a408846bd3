import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Onboarding session intents: an employer's data about a new employee before there is a session. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Only onboarding_sessions.intent_id shows whether a session was made from it.
  yield* sql`CREATE TABLE onboarding_session_intents (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 255),
    workflow_slug text NOT NULL CHECK (length(workflow_slug) BETWEEN 1 AND 100),
    state text NOT NULL CHECK (state IN ('draft', 'in_progress', 'complete', 'expired', 'cancelled')),
    -- A sealed document: the employee and the employment.
    details bytea NOT NULL,
    requests_saved_at timestamptz,
    completed_at timestamptz,
    converted_at timestamptz,
    -- When it was cancelled or expired.
    ended_at timestamptz,
    anonymised_at timestamptz,
    expires_at timestamptz NOT NULL,
    -- The ETag; it also orders the intent's webhooks.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (employer_id, remote_id),
    UNIQUE (id, product_id),
    CHECK ((state IN ('expired', 'cancelled')) = (ended_at IS NOT NULL)),
    CHECK (state <> 'complete' OR completed_at IS NOT NULL),
    CHECK (converted_at IS NULL OR state = 'complete'),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE INDEX onboarding_session_intents_newest ON onboarding_session_intents (product_id, id DESC)`
  yield* sql`CREATE INDEX onboarding_session_intents_of_employer ON onboarding_session_intents (employer_id, id DESC)`
  yield* sql`CREATE INDEX onboarding_session_intents_by_expiry ON onboarding_session_intents (expires_at)
    WHERE state IN ('draft', 'in_progress')`
  yield* sql`CREATE INDEX onboarding_session_intents_personal
    ON onboarding_session_intents (coalesce(converted_at, ended_at, completed_at)) WHERE anonymised_at IS NULL`
})
