import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What all machines together know of how a fund's endpoints do, so that none calls one that has to be left alone. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // held_until: nobody calls the fund before; because says why. window_from, calls and failures count what came of the last
  // calls. openings: how often in a row the breaker opened. limited: how many answers in a row were 429. proven: the highest
  // version of its credentials that the fund has let in. quota_full_at: when the whole burst of its quota is there again.
  yield* sql`CREATE TABLE fund_gates (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    held_until timestamptz,
    because text CHECK (because IN ('failing', 'rate_limited', 'quota', 'busy')),
    window_from timestamptz NOT NULL,
    calls integer NOT NULL DEFAULT 0 CHECK (calls >= 0),
    failures integer NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND calls),
    openings integer NOT NULL DEFAULT 0 CHECK (openings >= 0),
    limited integer NOT NULL DEFAULT 0 CHECK (limited >= 0),
    proven integer NOT NULL DEFAULT 0 CHECK (proven >= 0),
    quota_full_at timestamptz
  ) WITH (fillfactor = 50)`

  // Calls that are under way. One whose process died counts until its time is over. probes: it alone tries whether the
  // fund can be called again, or takes new credentials; until it is back nobody else calls.
  yield* sql`CREATE TABLE fund_calls (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES fund_gates (fund_id),
    probes boolean NOT NULL,
    until timestamptz NOT NULL
  ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX fund_calls_of_fund ON fund_calls (fund_id)`

  yield* sql`CREATE INDEX member_registrations_of_fund ON member_registrations (fund_id, due_at) WHERE state = 'waiting'`
})
