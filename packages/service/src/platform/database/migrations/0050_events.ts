import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What happened to a product's entities, with the exact bytes that its webhooks carry. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The clock of delivery: of the database, so that many machines agree, and of the statement, so that what is recorded
  // after waiting for a lock is later than what the lock's holder recorded. Tests replace this function to move time.
  yield* sql`CREATE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT statement_timestamp() $$`

  // seq is the version of the entity that the event came with: it orders the events of one entity. feed_position orders
  // the events of one product for those who poll; it is given when an event is first listed, after its commit, so that
  // none can appear behind a position that somebody has already read past.
  yield* sql`CREATE TABLE events (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    subject text NOT NULL CHECK (subject ~ '^[a-z_]+$'),
    event text NOT NULL CHECK (event ~ '^[a-z_]+$'),
    entity_id uuid NOT NULL,
    seq integer NOT NULL CHECK (seq >= 1),
    body text NOT NULL CHECK (octet_length(body) <= 20000),
    feed_position bigint,
    inserted_at timestamptz NOT NULL,
    UNIQUE (subject, entity_id, seq)
  )`
  yield* sql`CREATE SEQUENCE events_feed_positions OWNED BY events.feed_position`
  yield* sql`CREATE UNIQUE INDEX events_feed ON events (product_id, feed_position) WHERE feed_position IS NOT NULL`
  yield* sql`CREATE INDEX events_not_in_feed ON events (product_id, id) WHERE feed_position IS NULL`
})
