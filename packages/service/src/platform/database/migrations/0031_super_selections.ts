import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The fund that an employee chose in a session, and how the membership came out. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

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
    chosen_at timestamptz NOT NULL,
    settled_at timestamptz,
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  )`
})
