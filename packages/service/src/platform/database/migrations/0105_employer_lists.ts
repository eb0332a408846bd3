import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Pre-shared employer lists: the files that funds supply, their rows by generation, and the one that is in force. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The salts of hashed lists, sealed. The newest is for files that come from now on; a list in force keeps its own.
  yield* sql`CREATE TABLE employer_list_salts (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX employer_list_salts_of_fund ON employer_list_salts (fund_id, id DESC)`

  // Every file that was received, and what came of it. owner imports it until expires_at unless it renews; generation is
  // the newest attempt's, and only that attempt may finish it. result is the result file: lines, never ABNs.
  yield* sql`CREATE TABLE employer_list_files (
    id uuid PRIMARY KEY,
    fund_id uuid NOT NULL REFERENCES funds (id),
    file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 100),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'importing', 'accepted', 'held', 'refused')),
    reason text CHECK (reason ~ '^[a-z0-9_]+$'),
    result jsonb CHECK (jsonb_typeof(result) = 'object'),
    rows_read integer NOT NULL DEFAULT 0 CHECK (rows_read >= 0),
    expected_sha256 text,
    overridden boolean NOT NULL DEFAULT false,
    generation bigint,
    owner uuid,
    expires_at timestamptz,
    received_at timestamptz NOT NULL,
    finished_at timestamptz
  )`
  yield* sql`CREATE INDEX employer_list_files_of_fund ON employer_list_files (fund_id, id DESC)`

  // One import attempt's rows. Forgotten with them as soon as nothing points at it.
  yield* sql`CREATE TABLE employer_list_generations (
    generation bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    file_id uuid NOT NULL REFERENCES employer_list_files (id),
    salt_id uuid REFERENCES employer_list_salts (id),
    format text NOT NULL CHECK (format IN ('plain', 'hashed')),
    started_at timestamptz NOT NULL
  )`

  // The pointer: which generation is in force for a fund. A held one waits for an operator's word; where it shrank, only
  // employers that both lists have match meanwhile.
  yield* sql`CREATE TABLE employer_lists (
    fund_id uuid PRIMARY KEY REFERENCES funds (id),
    generation bigint NOT NULL REFERENCES employer_list_generations (generation),
    entries integer NOT NULL CHECK (entries >= 0),
    accepted_at timestamptz NOT NULL,
    held_generation bigint REFERENCES employer_list_generations (generation),
    held_shrank boolean NOT NULL DEFAULT false,
    staleness_told_at timestamptz
  )`

  // key is the keyed form of an ABN or its hash, 16 bytes; the ABN itself is nowhere.
  yield* sql`CREATE TABLE employer_list_entries (
    generation bigint NOT NULL,
    line integer NOT NULL,
    key bytea NOT NULL,
    employer_number text,
    PRIMARY KEY (generation, key)
  )`
})
