import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Onboarding sessions: one employee's onboarding, and all data that is kept about it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A session is written some ten times in a few minutes. So no index has a column that most writes change (state,
  // last_activity_at, version), and pages keep room for the next version of a row: a write then touches no index (a
  // heap-only tuple). PostgreSQL logs such a write from the first byte that changed to the last one. So the columns that
  // change stand together at the end, and the details before them: most writes leave the details, which are long, and a
  // time that was null moves what follows it. The details are stored apart (EXTERNAL) if they are longer than a page allows.
  yield* sql`CREATE TABLE onboarding_sessions (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    employee_id uuid NOT NULL,
    intent_id uuid,
    expires_at timestamptz NOT NULL,
    inserted_at timestamptz NOT NULL,
    workflow_slug text NOT NULL CHECK (length(workflow_slug) BETWEEN 1 AND 100),
    remote_id text NOT NULL CHECK (length(remote_id) BETWEEN 1 AND 255),
    -- A sealed document: everything that the partner prefilled and the employee typed, except the tax file number.
    details bytea,
    email_validated boolean NOT NULL,
    phone_number_validated boolean NOT NULL,
    -- The proof that the employee holds the phone, for sessions of which the partner validated no contact.
    phone_verification text NOT NULL DEFAULT 'skipped'
      CHECK (phone_verification IN ('skipped', 'incomplete', 'complete', 'complete_unsuccessful')),
    phone_verified_at timestamptz,
    disclaimer_accepted_at timestamptz,
    confirmed_at timestamptz,
    completed_at timestamptz,
    -- When it reached a final state.
    ended_at timestamptz,
    -- When the product's abandonment policy ended it, unconfirmed.
    abandoned_at timestamptz CHECK (abandoned_at IS NULL OR (state = 'expired' AND confirmed_at IS NULL)),
    -- Since when the row holds no personal data.
    erased_at timestamptz CHECK (erased_at IS NULL OR ended_at IS NOT NULL),
    superseded_by uuid REFERENCES onboarding_sessions (id) DEFERRABLE INITIALLY DEFERRED,
    last_activity_at timestamptz,
    updated_at timestamptz NOT NULL,
    -- The ETag; it also orders the session's webhooks.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    state text NOT NULL CHECK (state IN (
      'initial', 'collect_phone_verification', 'collect_identity', 'collect_contact', 'collect_tax',
      'collect_disclaimer', 'collect_super_selection', 'review', 'pending_completion', 'completed', 'cancelled',
      'expired')),
    UNIQUE (employee_id, remote_id),
    -- For foreign keys, and for lists, the newest first.
    UNIQUE (product_id, id),
    -- The indexes say "unconfirmed" and "waits for its completion" by the two times.
    CHECK ((state = 'pending_completion') = (confirmed_at IS NOT NULL AND ended_at IS NULL)),
    CHECK ((state IN ('completed', 'cancelled', 'expired')) = (ended_at IS NOT NULL)),
    CHECK ((state = 'completed') = (completed_at IS NOT NULL)),
    CHECK ((phone_verification = 'complete') = (phone_verified_at IS NOT NULL)),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id),
    FOREIGN KEY (employee_id, product_id) REFERENCES employees (id, product_id),
    FOREIGN KEY (intent_id, product_id) REFERENCES onboarding_session_intents (id, product_id)
  ) WITH (fillfactor = 85)`
  yield* sql`ALTER TABLE onboarding_sessions ALTER COLUMN details SET STORAGE EXTERNAL`
  // An intent becomes one session at most.
  yield* sql`CREATE UNIQUE INDEX onboarding_sessions_of_intent ON onboarding_sessions (intent_id)
    WHERE intent_id IS NOT NULL`
  yield* sql`CREATE INDEX onboarding_sessions_of_employer ON onboarding_sessions (employer_id, id)`
  // An employee works on one session of a workflow at a time. One that waits for its fund no longer counts.
  yield* sql`CREATE UNIQUE INDEX onboarding_sessions_one_unconfirmed ON onboarding_sessions (employee_id, workflow_slug)
    WHERE confirmed_at IS NULL AND ended_at IS NULL`
  // The conditions that timers check: expiry, idleness (of sessions that are old enough), the wait for a fund after
  // confirmation or abandonment, and erasure.
  yield* sql`CREATE INDEX onboarding_sessions_by_expiry ON onboarding_sessions (expires_at)
    WHERE confirmed_at IS NULL AND ended_at IS NULL`
  yield* sql`CREATE INDEX onboarding_sessions_by_age ON onboarding_sessions (inserted_at)
    WHERE confirmed_at IS NULL AND ended_at IS NULL`
  yield* sql`CREATE INDEX onboarding_sessions_waiting ON onboarding_sessions (confirmed_at)
    WHERE confirmed_at IS NOT NULL AND ended_at IS NULL`
  yield* sql`CREATE INDEX onboarding_sessions_abandoned ON onboarding_sessions (abandoned_at)
    WHERE abandoned_at IS NOT NULL`
  yield* sql`CREATE INDEX onboarding_sessions_personal ON onboarding_sessions (ended_at)
    WHERE erased_at IS NULL AND ended_at IS NOT NULL`

  // The data displayed to the employee, kept because the law limits it: funds in their order, and the stapling result.
  yield* sql`CREATE TABLE fund_displays (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    session_id uuid NOT NULL,
    displayed jsonb NOT NULL CHECK (jsonb_typeof(displayed) = 'object'),
    displayed_at timestamptz NOT NULL,
    UNIQUE (session_id, id),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  )`

  // The fund that the employee chose, and the membership's outcome. It is a product of a fund that APRA regulates, or a
  // self-managed fund, never both.
  yield* sql`CREATE TABLE super_selections (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    session_id uuid NOT NULL UNIQUE,
    source text NOT NULL CHECK (source IN
      ('existing', 'join_new', 'employer_default', 'smsf', 'stapled', 'partner_supplied')),
    fund_product_id uuid,
    -- A sealed document: the self-managed fund's ABN, bank account and member.
    self_managed bytea,
    progress_state text CHECK (progress_state IN ('registering', 'awaiting_mrr_response', 'completed')),
    outcome text NOT NULL DEFAULT 'incomplete' CHECK (outcome IN
      ('incomplete', 'complete', 'complete_unsuccessful', 'complete_without_member_number')),
    -- A sealed document: member number, account number and what else the fund returned.
    membership bytea,
    -- Null for a fund that an abandoned session falls back on: no employee saw it.
    display_id uuid,
    consent_version text,
    consented_at timestamptz,
    chosen_at timestamptz NOT NULL,
    settled_at timestamptz,
    CHECK ((consent_version IS NULL) = (consented_at IS NULL)),
    CONSTRAINT super_selections_one_fund CHECK (fund_product_id IS NULL OR self_managed IS NULL),
    FOREIGN KEY (display_id, session_id) REFERENCES fund_displays (id, session_id),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  )`

  // Separate from all other data about a person: deleting the row destroys the number. No index on either value,
  // because a tax file number must not serve to look people up.
  yield* sql`CREATE TABLE tax_file_numbers (
    session_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    given_by text NOT NULL CHECK (given_by IN ('partner', 'employee')),
    -- Each sealed under a data key of its own. masked is the last three digits, so that showing them never opens sealed.
    sealed bytea NOT NULL,
    masked bytea NOT NULL,
    inserted_at timestamptz NOT NULL,
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id) ON DELETE CASCADE
  )`
  // The oldest of a product, which may have to be destroyed.
  yield* sql`CREATE INDEX tax_file_numbers_by_age ON tax_file_numbers (product_id, inserted_at)`

  // The last code that was sent to a phone.
  yield* sql`CREATE TABLE verification_codes (
    session_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    -- A sealed document.
    phone bytea NOT NULL,
    -- Keyed.
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    attempts_left smallint NOT NULL CHECK (attempts_left BETWEEN 0 AND 3),
    -- How many codes in all.
    sent smallint NOT NULL CHECK (sent >= 1),
    valid_until timestamptz NOT NULL,
    -- When another code may be requested.
    next_at timestamptz NOT NULL,
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id) ON DELETE CASCADE
  )`

  // The super choice form of each confirmed session. The row is inserted with the confirmation.
  yield* sql`CREATE TABLE choice_forms (
    session_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    -- When the job was last queued.
    woken_at timestamptz NOT NULL,
    -- When the form became available.
    made_at timestamptz,
    -- The texts of the form, under a data key of its own; each download renders them. Null again once it was removed.
    sealed bytea,
    -- False: made before the fund gave the member number. The next download makes it again, with the number.
    names_member boolean NOT NULL DEFAULT false,
    CHECK (sealed IS NULL OR made_at IS NOT NULL),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id) ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX choice_forms_to_make ON choice_forms (woken_at) WHERE made_at IS NULL`

  // The remains of an erased session; they identify no person. The hashes are keyed: equal contacts have equal hashes,
  // and without the key contacts can't be guessed by trial.
  yield* sql`CREATE TABLE session_remains (
    session_id uuid PRIMARY KEY REFERENCES onboarding_sessions (id) ON DELETE CASCADE,
    product_id uuid NOT NULL,
    email_hash bytea CHECK (octet_length(email_hash) = 32),
    phone_hash bytea CHECK (octet_length(phone_hash) = 32),
    birth_year smallint,
    gender text,
    locality text,
    postcode text,
    state text,
    anonymised_at timestamptz NOT NULL
  )`
})
