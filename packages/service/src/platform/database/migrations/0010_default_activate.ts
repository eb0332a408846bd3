import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Default Activate: funds that know an employer, the employer's choices, and the limits of lookups. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A fund that knows the employer, found while an embed was open; deleted with the embed session. Only matches are
  // kept: a fund that responded with no, or too late, is asked again.
  yield* sql`CREATE TABLE employer_matches (
    id uuid PRIMARY KEY,
    embed_session_id uuid NOT NULL REFERENCES embed_sessions (id) ON DELETE CASCADE,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    fund_id uuid NOT NULL REFERENCES funds (id),
    fund_product_id uuid NOT NULL REFERENCES fund_products (id),
    employer_number text CHECK (length(employer_number) BETWEEN 1 AND 64),
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

  // The lookup that starts when an employer's embed is opened, once for all processes. The process that asks the funds
  // holds a claim. If it ends before the lookup is finished, the claim expires, and the next request for the matches
  // starts the lookup again.
  yield* sql`CREATE TABLE match_lookups (
    embed_session_id uuid PRIMARY KEY REFERENCES embed_sessions (id) ON DELETE CASCADE,
    claim uuid NOT NULL,
    claimed_until timestamptz NOT NULL,
    finished_at timestamptz,
    funds_not_asked integer CHECK (funds_not_asked >= 0),
    CHECK ((finished_at IS NULL) = (funds_not_asked IS NULL))
  )`

  // A product's daily quota of lookups, against harvesting.
  yield* sql`CREATE TABLE employer_lookup_days (
    product_id uuid NOT NULL REFERENCES products (id),
    day date NOT NULL,
    taken integer NOT NULL CHECK (taken >= 0),
    refused boolean NOT NULL,
    PRIMARY KEY (product_id, day)
  )`
  yield* sql`CREATE TABLE employer_lookup_abns (
    product_id uuid NOT NULL REFERENCES products (id),
    day date NOT NULL,
    -- A fingerprint of the ABN: it says whether this one was counted today, and nothing else.
    key bytea NOT NULL,
    PRIMARY KEY (product_id, day, key)
  )`
  yield* sql`CREATE INDEX employer_lookup_abns_by_day ON employer_lookup_abns (day)`

  // How often each fund knows the employer that it is asked about.
  yield* sql`CREATE TABLE employer_match_rates (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    lookups integer NOT NULL CHECK (lookups >= 0),
    matches integer NOT NULL CHECK (matches BETWEEN 0 AND lookups)
  )`
})
