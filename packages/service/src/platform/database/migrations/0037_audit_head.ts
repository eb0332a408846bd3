import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The head of the chain over the audit log, and what no entry and no seal can be. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row: the last seal, by a fingerprint that only a process with the master key can make. The row is replaced, never
  // added to: with an older one, the chain could be cut off there.
  yield* sql`CREATE TABLE audit_head (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    seq bigint NOT NULL CHECK (seq >= 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    mac bytea NOT NULL CHECK (octet_length(mac) = 32)
  )`

  // A time that can't be written as a date of four digits would have no seal, and end the sealing of all others. Rows from
  // before aren't compared.
  yield* sql`ALTER TABLE audit_log ADD CONSTRAINT audit_log_time CHECK
    (occurred_at >= '1970-01-01 00:00:00+00' AND occurred_at < '3000-01-01 00:00:00+00') NOT VALID`
  yield* sql`ALTER TABLE audit_seals ADD CONSTRAINT audit_seals_time CHECK
    (entry_at >= '1970-01-01 00:00:00+00' AND entry_at < '3000-01-01 00:00:00+00') NOT VALID`

  // A seal far ahead would leave no number for the next. The table is named with its schema: each role may make one of the
  // same name in its session's temporary schema, which goes before.
  yield* sql`CREATE FUNCTION audit_seals_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      last bigint;
    BEGIN
      EXECUTE format('SELECT max(seq) FROM %I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO last;
      IF NEW.seq <> coalesce(last, 0) + 1 THEN
        RAISE EXCEPTION 'a seal has the number after the last one' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END
  $$`
  yield* sql`CREATE TRIGGER audit_seals_follow BEFORE INSERT ON audit_seals
    FOR EACH ROW EXECUTE FUNCTION audit_seals_follow()`
})
