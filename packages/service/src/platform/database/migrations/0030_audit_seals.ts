import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The chain over the audit log: one seal for each entry, which a background job adds. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A table of its own, so that the audit log takes inserts alone. A seal outlives its entry.
  yield* sql`CREATE TABLE audit_seals (
    seq bigint PRIMARY KEY CHECK (seq >= 1),
    entry_at timestamptz NOT NULL,
    entry_id uuid NOT NULL,
    -- SHA-256 of the entry's content.
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    -- HMAC of this seal and of the hash before. Its key is sealed under the master key.
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    UNIQUE (entry_at, entry_id)
  )`
  yield* sql`CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit log and its seals are append-only' USING ERRCODE = 'restrict_violation';
    END
  $$`
  yield* sql`CREATE TRIGGER audit_seals_is_append_only BEFORE UPDATE OR DELETE ON audit_seals
    FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()`
  yield* sql`CREATE TRIGGER audit_seals_is_never_emptied BEFORE TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()`
  yield* sql`CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()`
})
