import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Tables and functions for every business folder: the clocks, the audit log, the vault's keys, rate limits, and the job
 * queue.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The clock of delivery. It is the database's, so that many machines agree, and the statement's, so that a row
  // recorded after a wait for a lock is later than the rows of the lock's holder. Tests replace this function.
  yield* sql`CREATE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT statement_timestamp() $$`

  // How far simulated time is ahead of true time: one row. It only grows, so that no recorded time is ever in the
  // future. Only hours, minutes and seconds: the length of a day or month depends on zone and date.
  yield* sql`CREATE TABLE clock_offset (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    ahead interval NOT NULL CHECK (
      ahead BETWEEN interval '0' AND interval '876600 hours'
      AND extract(day FROM ahead) = 0 AND extract(month FROM ahead) = 0 AND extract(year FROM ahead) = 0)
  )`
  yield* sql`INSERT INTO clock_offset (ahead) VALUES (interval '0')`
  yield* sql`CREATE FUNCTION clock_offset_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND NEW.ahead >= OLD.ahead THEN
        RETURN NEW;
      END IF;
      RAISE EXCEPTION 'the clock offset never goes back' USING ERRCODE = 'restrict_violation';
    END
  $$`
  yield* sql`CREATE TRIGGER clock_offset_only_grows BEFORE UPDATE OR DELETE ON clock_offset
    FOR EACH ROW EXECUTE FUNCTION clock_offset_only_grows()`

  // Two functions, because PostgreSQL never inlines a function that reads a table. It inlines business_now, so that
  // queries about live rows never read the offset.
  yield* sql`CREATE FUNCTION clock_ahead() RETURNS interval LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT ahead FROM clock_offset $$`
  yield* sql`CREATE FUNCTION business_now(simulated boolean) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN simulated THEN platform_now() + clock_ahead() ELSE platform_now() END $$`

  // The audit log of actors, actions and subjects: kept for seven years, without personal data. No foreign keys,
  // because the log outlives its subjects.
  yield* sql`CREATE TABLE audit_log (
    id uuid NOT NULL,
    occurred_at timestamptz NOT NULL DEFAULT now(),
    actor_kind text NOT NULL CHECK (actor_kind IN ('operator', 'api_key', 'embed_session', 'system')),
    actor_id text CHECK (length(actor_id) <= 200),
    partner_id uuid,
    product_id uuid,
    action text NOT NULL CHECK (action ~ '^[a-z_]+(\\.[a-z_]+)+$'),
    entity_kind text CHECK (entity_kind ~ '^[a-z_]+$'),
    entity_id uuid,
    request_id uuid,
    -- Names of fields and ids, never a value that a person typed.
    detail jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(detail) = 'object'),
    -- Entries are listed and deleted by age, and never looked up by their id alone.
    PRIMARY KEY (occurred_at, id)
  )`
  yield* sql`CREATE INDEX audit_log_of_entity ON audit_log (entity_id, occurred_at)`
  yield* sql`CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND OLD.occurred_at < now() - interval '7 years' THEN
        RETURN OLD;
      END IF;
      RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
    END
  $$`
  yield* sql`CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only()`

  // Secrets of the database itself, sealed under the master key.
  yield* sql`CREATE TABLE vault_keys (
    name text PRIMARY KEY,
    sealed bytea NOT NULL,
    inserted_at timestamptz NOT NULL DEFAULT now()
  )`

  // The rate limit that each product, and each partner, has used. Unlogged, because a row changes with every request:
  // it costs no write-ahead log and no wait for the disk, and after a crash every burst is full.
  yield* sql`CREATE UNLOGGED TABLE rate_limits (
    owner_id uuid PRIMARY KEY,
    -- When the whole burst is available again.
    full_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`

  // The address at which the processes over this database serve, for commands that run beside them. One row.
  yield* sql`CREATE TABLE service_address (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    base_url text NOT NULL CHECK (length(base_url) <= 2048),
    served_at timestamptz NOT NULL
  )`

  // The table of Effect's job queue, which defines it. It is created here, so that serving processes never change the
  // schema. Without the index of claims, which the primary key makes needless, a claim changes no indexed column.
  yield* Effect.scoped(PersistedQueue.makeStoreSql({ tableName: "effect_queue" }))
  yield* sql`DROP INDEX idx_effect_queue_update`
})
