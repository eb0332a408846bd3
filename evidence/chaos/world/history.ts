import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A line of the history: the change of a delivery or an endpoint, its time, and the connection that made it. */
export interface HistoryLine {
  readonly position: number
  /** Milliseconds by the clock of delivery. */
  readonly at: number
  readonly what: "due" | "attempt" | "delivered" | "paused" | "resumed" | "leased" | "released"
  readonly about: string
  /** A due time, the start of an attempt. */
  readonly moment: number | null
  /** The port of the connection that wrote it. */
  readonly client: number
}

/**
 * Makes the database keep an append-only history: triggers record in the same transaction what the service writes about
 * due times, attempts, pauses and leases, so that no later write can cover it up. Also keeps the secrets that the service
 * destroys.
 */
export const keepHistory = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE chaos_history (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT platform_now(),
    what text NOT NULL,
    about uuid NOT NULL,
    moment timestamptz,
    client integer DEFAULT inet_client_port()
  )`
  yield* sql`CREATE FUNCTION chaos_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      CASE TG_TABLE_NAME
        WHEN 'webhook_attempts' THEN
          INSERT INTO chaos_history (what, about, moment) VALUES ('attempt', NEW.delivery_id, NEW.started_at);
        WHEN 'webhook_deliveries' THEN
          IF NEW.due_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.due_at IS DISTINCT FROM NEW.due_at) THEN
            INSERT INTO chaos_history (what, about, moment) VALUES ('due', NEW.id, NEW.due_at);
          END IF;
          IF TG_OP = 'UPDATE' AND OLD.state <> 'delivered' AND NEW.state = 'delivered' THEN
            INSERT INTO chaos_history (what, about) VALUES ('delivered', NEW.id);
          END IF;
        WHEN 'webhook_endpoints' THEN
          IF (OLD.paused_at IS NULL) <> (NEW.paused_at IS NULL) THEN
            INSERT INTO chaos_history (what, about)
            VALUES (CASE WHEN NEW.paused_at IS NULL THEN 'resumed' ELSE 'paused' END, NEW.id);
          END IF;
        WHEN 'webhook_leases' THEN
          IF TG_OP = 'INSERT' OR OLD.owner IS DISTINCT FROM NEW.owner THEN
            INSERT INTO chaos_history (what, about)
            VALUES (CASE WHEN NEW.owner IS NULL THEN 'released' ELSE 'leased' END, NEW.endpoint_id);
          END IF;
      END CASE;
      RETURN NULL;
    END $$`
  for (const [table, events] of [
    ["webhook_attempts", "INSERT"],
    ["webhook_deliveries", "INSERT OR UPDATE OF due_at, state"],
    ["webhook_endpoints", "UPDATE OF paused_at"],
    ["webhook_leases", "INSERT OR UPDATE OF owner"]
  ] as const) {
    yield* sql.unsafe(
      `CREATE TRIGGER chaos_note AFTER ${events} ON ${table} FOR EACH ROW EXECUTE FUNCTION chaos_note()`
    )
  }
  // Retention destroys the secrets whose overlap is over, each hour; the judge still has to verify what they signed.
  yield* sql`CREATE TABLE chaos_secrets (id uuid PRIMARY KEY, sealed bytea NOT NULL)`
  yield* sql`CREATE FUNCTION chaos_keep_secret() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO chaos_secrets VALUES (OLD.id, OLD.sealed);
      RETURN NULL;
    END $$`
  yield* sql`CREATE TRIGGER chaos_keep_secret AFTER UPDATE OF sealed ON webhook_secrets FOR EACH ROW
    WHEN (NEW.sealed IS NULL AND OLD.sealed IS NOT NULL) EXECUTE FUNCTION chaos_keep_secret()`
})

/** The whole history, in the order in which it was written. */
export const readHistory = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<HistoryLine>`
    SELECT position::float8, extract(epoch FROM at)::float8 * 1000 AS at, what, about,
      extract(epoch FROM moment)::float8 * 1000 AS moment, client
    FROM chaos_history ORDER BY position`
})
