import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Onboarding sessions: one employee's way through onboarding. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // version is the ETag and orders the session's webhooks. details is a sealed document: everything that the partner
  // prefilled and the employee typed, but for the tax file number, which has a table of its own. ended_at is when a final
  // state was reached.
  yield* sql`CREATE TABLE onboarding_sessions (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    employee_id uuid NOT NULL,
    remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 255),
    workflow_slug text NOT NULL CHECK (length(workflow_slug) BETWEEN 1 AND 100),
    state text NOT NULL CHECK (state IN (
      'initial', 'collect_phone_verification', 'collect_identity', 'collect_contact', 'collect_tax',
      'collect_disclaimer', 'collect_super_selection', 'review', 'pending_completion', 'completed', 'cancelled',
      'expired')),
    email_validated boolean NOT NULL,
    phone_number_validated boolean NOT NULL,
    details bytea,
    disclaimer_accepted_at timestamptz,
    confirmed_at timestamptz,
    completed_at timestamptz,
    ended_at timestamptz,
    superseded_by uuid REFERENCES onboarding_sessions (id) DEFERRABLE INITIALLY DEFERRED,
    last_activity_at timestamptz,
    expires_at timestamptz NOT NULL,
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (employee_id, remote_id),
    UNIQUE (id, product_id),
    CHECK ((state IN ('completed', 'cancelled', 'expired')) = (ended_at IS NOT NULL)),
    CHECK ((state = 'completed') = (completed_at IS NOT NULL)),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id),
    FOREIGN KEY (employee_id, product_id) REFERENCES employees (id, product_id)
  )`
  yield* sql`CREATE INDEX onboarding_sessions_newest ON onboarding_sessions (product_id, id DESC)`
  yield* sql`CREATE INDEX onboarding_sessions_of_employer ON onboarding_sessions (employer_id, id DESC)`
  // An employee works on one session of a workflow at a time. One that waits for its fund no longer counts.
  yield* sql`CREATE UNIQUE INDEX onboarding_sessions_one_unconfirmed ON onboarding_sessions (employee_id, workflow_slug)
    WHERE state NOT IN ('pending_completion', 'completed', 'cancelled', 'expired')`
  yield* sql`CREATE INDEX onboarding_sessions_by_expiry ON onboarding_sessions (expires_at)
    WHERE state NOT IN ('pending_completion', 'completed', 'cancelled', 'expired')`
})
