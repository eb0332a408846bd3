import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What guards employer lookups: a daily quota against harvesting, and how often each fund says yes. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE employer_lookup_days (
    product_id uuid NOT NULL REFERENCES products (id),
    day date NOT NULL,
    taken integer NOT NULL CHECK (taken >= 0),
    refused boolean NOT NULL,
    PRIMARY KEY (product_id, day)
  )`
  // key is a fingerprint of the ABN: it says whether this one was counted today, and nothing else.
  yield* sql`CREATE TABLE employer_lookup_abns (
    product_id uuid NOT NULL REFERENCES products (id),
    day date NOT NULL,
    key bytea NOT NULL,
    PRIMARY KEY (product_id, day, key)
  )`
  yield* sql`CREATE INDEX employer_lookup_abns_by_day ON employer_lookup_abns (day)`
  yield* sql`CREATE TABLE employer_match_rates (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    lookups integer NOT NULL CHECK (lookups >= 0),
    matches integer NOT NULL CHECK (matches BETWEEN 0 AND lookups)
  )`
})
