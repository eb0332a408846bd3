import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Who did what to which thing: kept for seven years, without personal data. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // No foreign keys: the log outlives what it speaks about. detail holds names of fields and ids, never values that a
  // person typed.
  yield* sql`CREATE TABLE audit_log (
    id uuid PRIMARY KEY,
    occurred_at timestamptz NOT NULL DEFAULT now(),
    actor_kind text NOT NULL CHECK (actor_kind IN ('operator', 'api_key', 'embed_session', 'system')),
    actor_id text CHECK (length(actor_id) <= 200),
    partner_id uuid,
    product_id uuid,
    action text NOT NULL CHECK (action ~ '^[a-z_]+(\\.[a-z_]+)+$'),
    entity_kind text CHECK (entity_kind ~ '^[a-z_]+$'),
    entity_id uuid,
    request_id uuid,
    detail jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(detail) = 'object')
  )`
  yield* sql`CREATE INDEX audit_log_of_product ON audit_log (product_id, occurred_at DESC)`
  yield* sql`CREATE INDEX audit_log_of_entity ON audit_log (entity_id, occurred_at DESC)`
  yield* sql`CREATE INDEX audit_log_by_age ON audit_log (occurred_at)`

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
})
