import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Stapling: requests to the ATO about employees, and the simulated ATO's data about employers. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One request for each session.
  yield* sql`CREATE TABLE stapling_requests (
    session_id uuid PRIMARY KEY REFERENCES onboarding_sessions (id),
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    -- Sent with every call about it, so that the ATO recognises a repeat.
    request_id uuid NOT NULL UNIQUE,
    outcome text CHECK (outcome IN ('stapled', 'no_stapled_fund', 'unmatched')),
    -- A sealed document (a person's fund and member number), with the outcome stapled only.
    fund bytea,
    requested_at timestamptz NOT NULL,
    answered_at timestamptz,
    CHECK ((outcome IS NULL) = (answered_at IS NULL)),
    CHECK ((fund IS NOT NULL) = (outcome IS NOT DISTINCT FROM 'stapled')),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`

  // Without a row, the simulated ATO gives the employer access as soon as it asks, and its employees have no fund.
  yield* sql`CREATE TABLE simulated_ato_employers (
    employer_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    access boolean NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('stapled_fund', 'none', 'unmatched', 'unavailable')),
    fund bytea,
    updated_at timestamptz NOT NULL,
    CHECK ((fund IS NOT NULL) = (outcome = 'stapled_fund')),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
})
