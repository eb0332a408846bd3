import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** SFTP accounts, one a fund, the public keys that open them, and the server's own key. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The user name is the fund's slug.
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
  // One row: the server shows the same key on every machine and after every restart.
  yield* sql`CREATE TABLE sftp_host_keys (
    name text PRIMARY KEY CHECK (name = 'current'),
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL
  )`
})
