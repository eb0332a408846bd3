import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Pre-shared employer lists: the files that funds supply, their rows by generation, and the SFTP accounts of funds. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The salts of hashed lists, sealed. New files use the newest; a list in force keeps its own.
  yield* sql`CREATE TABLE employer_list_salts (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX employer_list_salts_of_fund ON employer_list_salts (fund_id, id DESC)`

  // Every file that was received, and its outcome.
  yield* sql`CREATE TABLE employer_list_files (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 100),
    -- A dry run ends as tried, without a reason, for every result: no query about outcomes counts it.
    dry_run boolean NOT NULL DEFAULT false,
    state text NOT NULL DEFAULT 'waiting'
      CHECK (state IN ('waiting', 'importing', 'accepted', 'held', 'refused', 'tried')),
    reason text CHECK (reason ~ '^[a-z0-9_]+$'),
    -- The result file: lines, never ABNs.
    result jsonb CHECK (jsonb_typeof(result) = 'object'),
    rows_read integer NOT NULL DEFAULT 0 CHECK (rows_read >= 0),
    expected_sha256 text,
    overridden boolean NOT NULL DEFAULT false,
    -- Of the newest import attempt; only that attempt may finish the file.
    generation bigint,
    -- The lease of the process that imports it.
    owner uuid,
    expires_at timestamptz,
    received_at timestamptz NOT NULL,
    finished_at timestamptz,
    -- When the result file was written beside it.
    reported_at timestamptz,
    -- When an operator refused a file that was held or too early.
    closed_at timestamptz
  )`
  yield* sql`CREATE INDEX employer_list_files_of_fund ON employer_list_files (fund_id, id DESC)`

  // One import attempt. Deleted with its rows as soon as nothing refers to it.
  yield* sql`CREATE TABLE employer_list_generations (
    generation bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    file_id uuid NOT NULL REFERENCES employer_list_files (id),
    salt_id uuid REFERENCES employer_list_salts (id),
    format text NOT NULL CHECK (format IN ('plain', 'hashed')),
    started_at timestamptz NOT NULL
  )`

  // The generation in force for each fund.
  yield* sql`CREATE TABLE employer_lists (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    generation bigint NOT NULL REFERENCES employer_list_generations (generation),
    entries integer NOT NULL CHECK (entries >= 0),
    accepted_at timestamptz NOT NULL,
    -- Waits for an operator's decision. If it shrank, only employers that are on both lists match until then.
    held_generation bigint REFERENCES employer_list_generations (generation),
    held_shrank boolean NOT NULL DEFAULT false,
    staleness_warned_at timestamptz,
    staleness_told_at timestamptz,
    -- When the fund's .stale.json was last written.
    staleness_filed_at timestamptz
  )`

  yield* sql`CREATE TABLE employer_list_entries (
    generation bigint NOT NULL,
    line integer NOT NULL,
    -- The keyed form of an ABN or of its hash, 16 bytes; the ABN itself is stored nowhere.
    key bytea NOT NULL,
    employer_number text,
    PRIMARY KEY (generation, key)
  )`

  // One account for each fund; the user name is the fund's slug.
  yield* sql`CREATE TABLE sftp_accounts (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    inserted_at timestamptz NOT NULL
  )`
  yield* sql`CREATE TABLE sftp_keys (
    fund_id uuid NOT NULL REFERENCES sftp_accounts (fund_id),
    fingerprint text NOT NULL CHECK (fingerprint ~ '^SHA256:[A-Za-z0-9+/]{43}$'),
    public_key text NOT NULL,
    inserted_at timestamptz NOT NULL,
    last_used_at timestamptz,
    PRIMARY KEY (fund_id, fingerprint)
  )`
  // The server's own key. One row: every machine shows the same key, after every restart.
  yield* sql`CREATE TABLE sftp_host_keys (
    name text PRIMARY KEY CHECK (name = 'current'),
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL
  )`
})
