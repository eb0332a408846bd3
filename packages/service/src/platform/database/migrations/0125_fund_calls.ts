import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** One ledger for every durable call to a fund, and one gate before each fund, for lookups too. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE fund_calls RENAME TO fund_passes`
  yield* sql`ALTER INDEX fund_calls_of_fund RENAME TO fund_passes_of_fund`

  // ramp: after a hold, the most calls at one time, doubled by each success; null outside of that.
  yield* sql`ALTER TABLE fund_gates DROP CONSTRAINT fund_gates_because_check, DROP COLUMN limited,
    ADD CHECK (because IN ('failing', 'unreachable', 'rate_limited', 'quota', 'busy')),
    ADD COLUMN ramp integer CHECK (ramp >= 1)`
  yield* sql`DROP TABLE employer_lookup_holds`

  // id is the Idempotency-Key of every attempt, unless idempotency_key holds another. A call is about a session
  // (member_registration) or about employer details; version says which answers. Details wait here also for a fund that
  // takes them by file: file_id is the file that took them. stopped: it goes on only when an operator or the partner has
  // it made again; because and words say why. due_at, woken_at, requested_at and ended_at are business time of the fund.
  // retries and refusals are what was spent of the retry rules' allowances. uncertain: an answer was lost, so the fund may
  // have done what was asked. owner and expires_at are the lease. woken_at: when the last wake-up was, or will be, given.
  yield* sql`CREATE TABLE fund_calls (
    id uuid PRIMARY KEY,
    operation text NOT NULL CHECK (operation IN ('member_registration', 'employer_details')),
    product_id uuid NOT NULL REFERENCES products (id),
    fund_id uuid NOT NULL REFERENCES funds (id),
    session_id uuid UNIQUE,
    fund_product_id uuid REFERENCES fund_products (id),
    details_id uuid REFERENCES employer_details (id),
    version integer,
    file_id uuid REFERENCES employer_details_files (id),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'stopped', 'superseded')),
    because text CHECK (because ~ '^[a-z_]+$'),
    words text CHECK (length(words) <= 2000),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    retries integer NOT NULL DEFAULT 0 CHECK (retries >= 0),
    refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    uncertain boolean NOT NULL DEFAULT false,
    idempotency_key uuid,
    due_at timestamptz NOT NULL,
    woken_at timestamptz NOT NULL,
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
  yield* sql`CREATE INDEX fund_calls_of_fund ON fund_calls (fund_id, due_at) WHERE state = 'waiting'`
  yield* sql`CREATE INDEX fund_calls_stopped ON fund_calls (id DESC) WHERE state = 'stopped'`
  yield* sql`CREATE INDEX fund_calls_of_details ON fund_calls (details_id) WHERE details_id IS NOT NULL`
  yield* sql`CREATE UNIQUE INDEX fund_calls_one_version_waits ON fund_calls (details_id) WHERE state = 'waiting'`

  // Written before the call is made, so that a call whose process died is known: it has no outcome. id is the call's
  // X-Request-Id.
  yield* sql`CREATE TABLE fund_call_attempts (
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

  yield* sql`INSERT INTO fund_calls (id, operation, product_id, fund_id, session_id, fund_product_id, state, because, words,
      attempts, retries, refusals, uncertain, idempotency_key, due_at, woken_at, requested_at, ended_at)
    SELECT id, 'member_registration', product_id, fund_id, session_id, fund_product_id,
      CASE WHEN state = 'registered' THEN 'done' WHEN state = 'failed' OR due_at IS NULL THEN 'stopped' ELSE 'waiting' END,
      because, words, attempts, retries, refusals, uncertain, idempotency_key, coalesce(due_at, requested_at), woken_at,
      requested_at, CASE WHEN state = 'waiting' AND due_at IS NOT NULL THEN NULL ELSE coalesce(settled_at, requested_at) END
    FROM member_registrations`
  yield* sql`INSERT INTO fund_call_attempts (id, call_id, number, started_at, took_ms, outcome, status, words)
    SELECT id, registration_id, number, started_at, took_ms, outcome, status, words FROM member_registration_attempts`
  yield* sql`INSERT INTO fund_calls (id, operation, product_id, fund_id, details_id, version, file_id, state, because, words,
      attempts, retries, refusals, due_at, woken_at, requested_at, ended_at)
    SELECT id, 'employer_details', product_id, fund_id, details_id, version, file_id,
      CASE state WHEN 'delivered' THEN 'done' WHEN 'failed' THEN 'stopped' ELSE state END,
      because, words, attempts, retries, refusals, coalesce(due_at, inserted_at), inserted_at, inserted_at,
      CASE WHEN state = 'waiting' THEN NULL ELSE coalesce(settled_at, inserted_at) END
    FROM employer_details_deliveries`
  yield* sql`DROP TABLE member_registration_attempts, member_registrations, employer_details_deliveries`

  // Numbers that funds give: any printable text of 1 to 64 characters.
  for (const [table, constraint] of [
    ["employer_default_funds", "employer_default_funds_employer_number_check"],
    ["employer_matches", "employer_matches_employer_number_check"],
    ["employer_details", "employer_details_employer_number_check"]
  ] as const) {
    yield* sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(constraint)}`
    yield* sql`ALTER TABLE ${sql(table)} ADD CHECK (length(employer_number) BETWEEN 1 AND 64)`
  }
})
