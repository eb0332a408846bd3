import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Default Activate: which funds know an employer, and what it said to that. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A fund that knows the employer, found while an embed was open; it is forgotten with the embed. Only matches are
  // kept: a fund that answered no, or not in time, is asked again.
  yield* sql`CREATE TABLE employer_matches (
    id uuid PRIMARY KEY,
    embed_session_id uuid NOT NULL REFERENCES embed_sessions (id) ON DELETE CASCADE,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    fund_id uuid NOT NULL REFERENCES funds (id),
    fund_product_id uuid NOT NULL REFERENCES fund_products (id),
    employer_number text CHECK (length(employer_number) BETWEEN 1 AND 40),
    found_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    declined_at timestamptz,
    UNIQUE (embed_session_id, fund_id),
    CHECK (confirmed_at IS NULL OR declined_at IS NULL),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE INDEX employer_matches_of_employer ON employer_matches (employer_id)`

  // "Not our fund": for 90 days the fund isn't asked about the employer again.
  yield* sql`CREATE TABLE employer_match_declines (
    employer_id uuid NOT NULL REFERENCES employers (id),
    fund_id uuid NOT NULL REFERENCES funds (id),
    reason text NOT NULL CHECK (reason IN ('not_our_fund', 'not_any_more', 'other')),
    declined_at timestamptz NOT NULL,
    PRIMARY KEY (employer_id, fund_id)
  )`

  // A fund that answered a lookup with 429 isn't asked before this time, by any process.
  yield* sql`CREATE TABLE employer_lookup_holds (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    hold_until timestamptz NOT NULL
  )`
})
