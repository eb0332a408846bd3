import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The fund that an employee chose in a session, how the membership came out, and which funds were displayed before. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What was displayed to the employee, kept because the law limits it: funds in their order, and the stapling result.
  yield* sql`CREATE TABLE fund_displays (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    session_id uuid NOT NULL,
    displayed jsonb NOT NULL CHECK (jsonb_typeof(displayed) = 'object'),
    displayed_at timestamptz NOT NULL,
    UNIQUE (id, session_id),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  )`
  yield* sql`CREATE INDEX fund_displays_newest ON fund_displays (session_id, id DESC)`

  // membership is a sealed document: member number, account number and what else the fund returned.
  yield* sql`CREATE TABLE super_selections (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    session_id uuid NOT NULL UNIQUE,
    source text NOT NULL CHECK (source IN
      ('existing', 'join_new', 'employer_default', 'smsf', 'stapled', 'partner_supplied')),
    fund_product_id uuid,
    progress_state text CHECK (progress_state IN ('registering', 'awaiting_mrr_response', 'completed')),
    outcome text NOT NULL DEFAULT 'incomplete' CHECK (outcome IN
      ('incomplete', 'complete', 'complete_unsuccessful', 'complete_without_member_number')),
    membership bytea,
    display_id uuid NOT NULL,
    consent_version text,
    consented_at timestamptz,
    chosen_at timestamptz NOT NULL,
    settled_at timestamptz,
    CHECK ((consent_version IS NULL) = (consented_at IS NULL)),
    FOREIGN KEY (display_id, session_id) REFERENCES fund_displays (id, session_id),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  )`
})
