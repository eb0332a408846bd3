import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The ledger of member registrations: what is to be done, when, and every call that was made. No personal data. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // id is the Idempotency-Key of every call. due_at: not before; null while only an operator can let it go on. retries
  // and waits are what was spent of the retry rules' allowances, waited_seconds what funds asked to wait in all. refusals:
  // versions of the fund's credentials under which this one was refused.
  // uncertain: a call's answer was lost, so the member may be registered. owner works on it until expires_at unless it
  // renews. woken_at: when the last wake-up was, or will be, given.
  yield* sql`CREATE TABLE member_registrations (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    session_id uuid NOT NULL UNIQUE,
    fund_id uuid NOT NULL REFERENCES funds (id),
    fund_product_id uuid NOT NULL REFERENCES fund_products (id),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'registered', 'failed')),
    because text CHECK (because ~ '^[a-z_]+$'),
    words text CHECK (length(words) <= 2000),
    parked boolean NOT NULL DEFAULT false,
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    retries integer NOT NULL DEFAULT 0 CHECK (retries >= 0),
    waits integer NOT NULL DEFAULT 0 CHECK (waits >= 0),
    waited_seconds integer NOT NULL DEFAULT 0 CHECK (waited_seconds >= 0),
    refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    uncertain boolean NOT NULL DEFAULT false,
    owner uuid,
    expires_at timestamptz,
    woken_at timestamptz NOT NULL,
    requested_at timestamptz NOT NULL,
    settled_at timestamptz,
    CHECK ((owner IS NULL) = (expires_at IS NULL)),
    CHECK ((state = 'waiting') = (settled_at IS NULL)),
    CHECK (due_at IS NOT NULL OR parked OR state <> 'waiting'),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX member_registrations_due ON member_registrations (due_at) WHERE state = 'waiting'`
  yield* sql`CREATE INDEX member_registrations_newest ON member_registrations (id DESC)`

  // Written before the call is made, so that a call whose process died is known: it has no outcome. id is the call's
  // X-Request-Id.
  yield* sql`CREATE TABLE member_registration_attempts (
    id uuid PRIMARY KEY,
    registration_id uuid NOT NULL REFERENCES member_registrations (id),
    number integer NOT NULL CHECK (number >= 1),
    started_at timestamptz NOT NULL,
    took_ms integer CHECK (took_ms >= 0),
    outcome text CHECK (outcome ~ '^[a-z_]+$'),
    status smallint,
    words text CHECK (length(words) <= 2000),
    UNIQUE (registration_id, number)
  )`
})
