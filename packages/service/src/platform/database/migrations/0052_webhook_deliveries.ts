import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Each event on its way to an endpoint, and every attempt to bring it there. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A product has one endpoint, so an event has one delivery at most, and it bears the event's id. Deliveries of one
  // entity are sent in the order of seq, one at a time. replaceable: a later one takes its place while it waits.
  // attempts counts against the retry schedule; due_at is when the next one may be made.
  yield* sql`CREATE TABLE webhook_deliveries (
    id uuid PRIMARY KEY REFERENCES events (id),
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id),
    product_id uuid NOT NULL,
    subject text NOT NULL,
    event text NOT NULL,
    entity_id uuid NOT NULL,
    seq integer NOT NULL,
    replaceable boolean NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'superseded', 'dead')),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at timestamptz NOT NULL,
    last_attempt_at timestamptz,
    delivered_at timestamptz,
    superseded_by uuid,
    inserted_at timestamptz NOT NULL,
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
    CHECK ((state = 'superseded') = (superseded_by IS NOT NULL))
  ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id)
    WHERE state = 'pending'`
  yield* sql`CREATE INDEX webhook_deliveries_of_entity ON webhook_deliveries (entity_id, seq) WHERE state = 'pending'`
  yield* sql`CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (product_id, id DESC)`

  // The deliveries whose turn it is, due or not: of each entity the first; where later ones replace it, the last.
  // replaces are the earlier ones that it takes the place of. The entity's other deliveries are looked up by entity_id
  // alone, so that only one index can serve, whatever the planner knows about a table that just filled up.
  yield* sql`CREATE VIEW webhook_deliveries_in_turn AS
    SELECT d.*, k.replaces
    FROM webhook_deliveries d
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(o.seq < d.seq AND NOT o.replaceable), false) AS waits,
        coalesce(bool_or(o.seq > d.seq), false) AS followed,
        array_agg(o.id) FILTER (WHERE o.seq < d.seq AND o.replaceable) AS replaces
      FROM webhook_deliveries o
      WHERE o.entity_id = d.entity_id AND o.state = 'pending'
    ) k
    WHERE d.state = 'pending' AND NOT k.waits AND NOT (d.replaceable AND k.followed)`

  // An attempt's id is made before it is sent, so that writing it down twice counts once. answer: the first bytes of
  // what the receiver said, sealed. No foreign key: only the statement that updates the delivery writes here.
  yield* sql`CREATE TABLE webhook_attempts (
    id uuid PRIMARY KEY,
    delivery_id uuid NOT NULL,
    started_at timestamptz NOT NULL,
    took_ms integer NOT NULL CHECK (took_ms >= 0),
    status smallint,
    failure text,
    answer bytea
  )`
  yield* sql`CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (delivery_id, id)`
})
