import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The ledger of every durable call to a fund, and the gate that all calls to a fund pass through. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A fund's health, shared by all machines, so that none of them calls a fund that must not be called.
  yield* sql`CREATE TABLE fund_gates (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    -- No calls before this time; because says why.
    held_until timestamptz,
    because text CHECK (because IN ('failing', 'unreachable', 'rate_limited', 'quota', 'busy')),
    -- The calls and failures since window_from.
    window_from timestamptz NOT NULL,
    calls integer NOT NULL DEFAULT 0 CHECK (calls >= 0),
    failures integer NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND calls),
    -- How often in a row the breaker opened.
    openings integer NOT NULL DEFAULT 0 CHECK (openings >= 0),
    -- After a hold: the most concurrent calls, doubled by each success. Null outside of that.
    ramp integer CHECK (ramp >= 1),
    -- The highest version of its credentials that the fund has accepted.
    proven integer NOT NULL DEFAULT 0 CHECK (proven >= 0),
    -- When the whole burst of its quota is available again.
    quota_full_at timestamptz
  ) WITH (fillfactor = 50)`

  // No hold, no breaker, no ramp, and credentials of this version were let in before.
  yield* sql`CREATE FUNCTION is_open_gate(g fund_gates, credentials integer) RETURNS boolean LANGUAGE sql IMMUTABLE
    AS $$ SELECT g.held_until IS NULL AND g.because IS NULL AND g.openings = 0 AND g.ramp IS NULL
      AND credentials <= g.proven $$`

  // Calls in progress. A call whose process died counts until its time limit ends.
  yield* sql`CREATE TABLE fund_passes (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES fund_gates (fund_id),
    -- This call tests whether the fund can be called again, or accepts new credentials; until it ends there is no other.
    probes boolean NOT NULL,
    until timestamptz NOT NULL
  ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX fund_passes_of_fund ON fund_passes (fund_id)`

  // Lets a call in at a gate that is open and stays as it is but for the quota, and returns true. False: the rules of the
  // gate decide. Limits that the fund doesn't have are null; quota_ahead is how far the quota may be used in advance.
  //
  // A function, because it is one round trip in which each statement reads what was committed while the function waited
  // for the gate: a subquery beside FOR UPDATE would count the passes of the time before.
  //
  // FOR KEY SHARE, because a pass takes this lock anyway, for its reference: first looked at and then waited for, a gate that
  // was held meanwhile would let the call in. Calls that enter and leave an open gate don't wait for each other.
  yield* sql`CREATE FUNCTION enter_open_gate(fund uuid, credentials integer, moment timestamptz, pass uuid,
    pass_until timestamptz, most_calls integer, quota_of_a_call interval, quota_ahead interval)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      full_at timestamptz;
    BEGIN
      PERFORM FROM fund_gates g WHERE g.fund_id = fund AND is_open_gate(g, credentials) FOR KEY SHARE;
      IF NOT FOUND OR EXISTS (
        SELECT FROM fund_passes p WHERE p.fund_id = fund AND p.probes AND p.until > platform_now()
      ) THEN
        RETURN false;
      END IF;
      IF most_calls IS NOT NULL OR quota_of_a_call IS NOT NULL THEN
        SELECT greatest(coalesce(g.quota_full_at, moment), moment) INTO full_at FROM fund_gates g
        WHERE g.fund_id = fund AND is_open_gate(g, credentials) FOR NO KEY UPDATE;
        IF NOT FOUND OR full_at - quota_ahead > moment OR most_calls <= (
          SELECT count(*) FROM fund_passes p WHERE p.fund_id = fund AND p.until > platform_now()
        ) THEN
          RETURN false;
        END IF;
        UPDATE fund_gates g SET quota_full_at = full_at + quota_of_a_call
        WHERE g.fund_id = fund AND quota_of_a_call IS NOT NULL;
      END IF;
      INSERT INTO fund_passes (id, fund_id, probes, until) VALUES (pass, fund, false, pass_until);
      RETURN true;
    END
  $$`

  // A call is about a session (member_registration) or about employer details.
  yield* sql`CREATE TABLE fund_calls (
    -- The Idempotency-Key of every attempt, unless idempotency_key holds another.
    id uuid PRIMARY KEY,
    operation text NOT NULL CHECK (operation IN ('member_registration', 'employer_details')),
    product_id uuid NOT NULL REFERENCES products (id),
    fund_id uuid NOT NULL REFERENCES funds (id),
    session_id uuid UNIQUE,
    fund_product_id uuid REFERENCES fund_products (id),
    -- The details, and which version of their answers. Details also wait here for a fund that receives them by file:
    -- file_id is the file that holds them.
    details_id uuid REFERENCES employer_details (id),
    version integer,
    file_id uuid REFERENCES employer_details_files (id),
    -- stopped: it continues only when an operator or the partner retries it; because and words say why.
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'stopped', 'superseded')),
    because text CHECK (because ~ '^[a-z_]+$'),
    words text CHECK (length(words) <= 2000),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- Retries used, of each allowance in the retry rules.
    retries integer NOT NULL DEFAULT 0 CHECK (retries >= 0),
    refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    -- An answer was lost: the fund may have done the work.
    uncertain boolean NOT NULL DEFAULT false,
    -- Set when a call that the fund refused is retried, so that the fund doesn't repeat its refusal.
    idempotency_key uuid,
    -- due_at, woken_at, requested_at and ended_at are business time of the fund. woken_at: when the last wake-up was, or
    -- will be, queued.
    due_at timestamptz NOT NULL,
    woken_at timestamptz NOT NULL,
    -- The lease.
    owner uuid,
    expires_at timestamptz,
    requested_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((owner IS NULL) = (expires_at IS NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    CHECK ((operation = 'member_registration') = (session_id IS NOT NULL)),
    CHECK ((operation = 'member_registration') = (fund_product_id IS NOT NULL)),
    CHECK ((operation = 'employer_details') = (details_id IS NOT NULL)),
    CHECK ((operation = 'employer_details') = (version IS NOT NULL)),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX fund_calls_due ON fund_calls (due_at) WHERE state = 'waiting'`
  yield* sql`CREATE INDEX fund_calls_of_fund ON fund_calls (fund_id, due_at, id) WHERE state = 'waiting'`
  yield* sql`CREATE INDEX fund_calls_stopped ON fund_calls (id DESC) WHERE state = 'stopped'`
  yield* sql`CREATE INDEX fund_calls_of_details ON fund_calls (details_id) WHERE details_id IS NOT NULL`
  yield* sql`CREATE UNIQUE INDEX fund_calls_one_version_waits ON fund_calls (details_id) WHERE state = 'waiting'`

  // Inserted before the call is made, so that a call whose process died is visible: it has no outcome.
  yield* sql`CREATE TABLE fund_call_attempts (
    -- The call's X-Request-Id.
    id uuid PRIMARY KEY,
    call_id uuid NOT NULL REFERENCES fund_calls (id),
    number integer NOT NULL CHECK (number >= 1),
    started_at timestamptz NOT NULL,
    took_ms integer CHECK (took_ms >= 0),
    outcome text CHECK (outcome ~ '^[a-z_]+$'),
    status smallint,
    words text CHECK (length(words) <= 2000),
    UNIQUE (call_id, number)
  )`
})
