import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Webhooks: events with the exact bytes to send, the endpoints, and every delivery, attempt and replay. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE events (
    id uuid PRIMARY KEY,
    -- No foreign key: it would lock the product's row with every event, and all events of a product would share that lock.
    -- The statement that records an event reads the product. The same holds for the endpoint of a delivery.
    product_id uuid NOT NULL,
    subject text NOT NULL CHECK (subject ~ '^[a-z_]+$'),
    event text NOT NULL CHECK (event ~ '^[a-z_]+$'),
    entity_id uuid NOT NULL,
    -- The entity's version; it orders the events of one entity.
    seq integer NOT NULL CHECK (seq >= 1),
    body text NOT NULL CHECK (octet_length(body) <= 20000),
    -- Orders the events of one product for readers that poll. Assigned when an event is first listed, after its commit, so that
    -- none appears behind a position that a reader has already passed.
    feed_position bigint,
    -- An employer issue's event from a time when these were off for the partner: it never enters a feed.
    withheld boolean NOT NULL DEFAULT false,
    inserted_at timestamptz NOT NULL,
    UNIQUE (entity_id, seq)
  )`
  yield* sql`CREATE SEQUENCE events_feed_positions OWNED BY events.feed_position`
  yield* sql`CREATE UNIQUE INDEX events_feed ON events (product_id, feed_position) WHERE feed_position IS NOT NULL`
  yield* sql`CREATE INDEX events_not_in_feed ON events (product_id, id) WHERE feed_position IS NULL AND NOT withheld`

  // The endpoint of each product's webhooks. A paused endpoint still collects deliveries, which are sent when it is
  // resumed; a disabled endpoint collects none.
  yield* sql`CREATE TABLE webhook_endpoints (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL UNIQUE REFERENCES products (id),
    url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 2100),
    enabled boolean NOT NULL DEFAULT true,
    paused_at timestamptz,
    -- unusable: the stored address or signing secret can't be read.
    paused_because text CHECK (paused_because IN ('gone', 'failing', 'operator', 'unusable')),
    -- Raised by every change, so that a worker that is sending notices.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    inserted_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((paused_at IS NULL) = (paused_because IS NULL))
  )`

  // The secret without an end is current. A replaced secret still signs until its end.
  yield* sql`CREATE TABLE webhook_secrets (
    id uuid PRIMARY KEY,
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    -- Null: expired and destroyed; the row records that it existed.
    sealed bytea,
    inserted_at timestamptz NOT NULL,
    expires_at timestamptz,
    CHECK (sealed IS NOT NULL OR expires_at IS NOT NULL)
  )`
  yield* sql`CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (endpoint_id)
    WHERE expires_at IS NULL`
  yield* sql`CREATE INDEX webhook_secrets_of_endpoint ON webhook_secrets (endpoint_id, id DESC)`

  // The Ed25519 keys that sign webhooks of partners that asked for it (v1a). Their public halves are published. The key
  // without an end is current. A replaced key still signs until its end.
  yield* sql`CREATE TABLE webhook_keys (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partners (id),
    public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
    sealed bytea NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz
  )`
  yield* sql`CREATE UNIQUE INDEX webhook_keys_one_current ON webhook_keys (partner_id) WHERE valid_until IS NULL`
  yield* sql`CREATE INDEX webhook_keys_of_partner ON webhook_keys (partner_id, id DESC)`

  // The lease of an endpoint, and the health of its receiver, which the lease holder writes with every batch of
  // attempts. Separate from webhook_endpoints because it changes every few seconds.
  yield* sql`CREATE TABLE webhook_leases (
    endpoint_id uuid PRIMARY KEY REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    owner uuid,
    expires_at timestamptz,
    -- Work arrived while the lease was held: the holder checks again before it releases it.
    woken boolean NOT NULL DEFAULT false,
    -- The receiver asked not to be called before this time.
    hold_until timestamptz,
    -- These two (attempts and failures of the last minute) open the breaker. recent is long, and most writes change its
    -- end alone. PostgreSQL logs a write from the first byte that changed on: so what every write changes follows it.
    failures_in_row integer NOT NULL DEFAULT 0 CHECK (failures_in_row >= 0),
    recent jsonb NOT NULL DEFAULT '[]',
    -- The optimistic-lock token of the health: a write that presents an older one changes nothing.
    written uuid NOT NULL DEFAULT gen_random_uuid(),
    -- While the breaker is open: when one delivery may be tried, and how often it opened in a row (0: a probe was requested).
    probe_at timestamptz,
    openings integer NOT NULL DEFAULT 0 CHECK (openings >= 0),
    -- While a receiver recovers: how many requests at the same time; null for no limit.
    ramp integer CHECK (ramp >= 1),
    last_success_at timestamptz,
    -- The first failure since the last success, and how many different deliveries have failed since.
    failing_since timestamptz,
    failing_messages integer NOT NULL DEFAULT 0 CHECK (failing_messages >= 0),
    CHECK ((owner IS NULL) = (expires_at IS NULL)),
    CHECK (probe_at IS NOT NULL OR openings = 0)
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`

  // Notices for an endpoint's contacts. Inserted by the transaction that causes them.
  yield* sql`CREATE TABLE webhook_notices (
    id uuid PRIMARY KEY,
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN
      ('failing_1h', 'failing_24h', 'failing_72h', 'paused_gone', 'paused_failing', 'paused_unusable')),
    -- Names the outage, so that there is one notice of each kind in an outage; null for a pause of another kind.
    failing_since timestamptz,
    at timestamptz NOT NULL,
    -- When the notice was processed; emailed_at: when an e-mail was sent, if there was an address to send it to.
    reported_at timestamptz,
    emailed_at timestamptz,
    CHECK (failing_since IS NOT NULL OR kind NOT IN ('failing_1h', 'failing_24h', 'failing_72h', 'paused_failing')),
    UNIQUE (endpoint_id, kind, failing_since)
  )`
  yield* sql`CREATE INDEX webhook_notices_to_report ON webhook_notices (id) WHERE reported_at IS NULL`
  yield* sql`CREATE INDEX webhook_notices_of_endpoint ON webhook_notices (endpoint_id, id DESC)`

  // A product has one endpoint, so an event has at most one delivery, which has the event's id. Deliveries of one
  // entity are sent in the order of seq, one at a time.
  //
  // Each finished delivery leaves a dead row behind, and dead entries at the head of the indexes of due deliveries.
  // Vacuum removes them after a few thousand, regardless of the table's size, instead of after a fifth of it.
  // No fillfactor: a delivery's end changes indexed columns, so its new version needn't be on the same page. A page that
  // fills up is pruned of dead versions, and takes new rows in their place; with room kept free, it takes none.
  yield* sql`CREATE TABLE webhook_deliveries (
    -- The event's id. No foreign key, which would lock the event's row: one statement inserts both, and another deletes both.
    id uuid PRIMARY KEY,
    endpoint_id uuid NOT NULL,
    product_id uuid NOT NULL,
    subject text NOT NULL,
    event text NOT NULL,
    entity_id uuid NOT NULL,
    seq integer NOT NULL,
    -- A later delivery of the entity supersedes it while it waits.
    replaceable boolean NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'superseded', 'dead')),
    -- Counts against the retry schedule.
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- When the next attempt may be made; null once it is done, so that each query fits one index alone (below).
    due_at timestamptz,
    last_attempt_at timestamptz,
    delivered_at timestamptz,
    superseded_by uuid,
    inserted_at timestamptz NOT NULL,
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
    CHECK ((state = 'superseded') = (superseded_by IS NOT NULL)),
    CONSTRAINT webhook_deliveries_due_while_pending CHECK ((state = 'pending') = (due_at IS NOT NULL))
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`
  // The index of due deliveries uses due_at, the index of an entity's waiting deliveries uses state: a query written
  // for one can't use the other. When both used state, the planner chose the wrong one after the table had filled up
  // since the last ANALYZE: with a million old deliveries each claim took 0.4 s.
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id)
    WHERE due_at IS NOT NULL`
  yield* sql`CREATE INDEX webhook_deliveries_of_entity ON webhook_deliveries (entity_id, seq) WHERE state = 'pending'`
  // Ascending: new entries then fill one page after another. Descending, each goes before all others of its product, and
  // splits pages that stay half empty.
  yield* sql`CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (product_id, id)`
  // For resuming an endpoint.
  yield* sql`CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (endpoint_id, last_attempt_at)
    WHERE state = 'dead'`

  // The deliveries that may be sent now or when they become due: the first of each entity, or the last if it supersedes
  // the earlier ones.
  yield* sql`CREATE VIEW webhook_deliveries_in_turn AS
    SELECT d.id, d.endpoint_id, d.due_at
    FROM webhook_deliveries d
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(o.seq < d.seq AND NOT o.replaceable), false) AS waits,
        coalesce(bool_or(o.seq > d.seq), false) AS followed
      FROM webhook_deliveries o
      WHERE o.entity_id = d.entity_id AND o.state = 'pending'
    ) k
    WHERE d.due_at IS NOT NULL AND NOT k.waits AND NOT (d.replaceable AND k.followed)`

  // No foreign key: only the statement that updates the delivery inserts here. Attempts are looked up only by their
  // delivery, so the primary key is the only index.
  yield* sql`CREATE TABLE webhook_attempts (
    -- Made before the attempt, so that inserting it twice counts once.
    id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    -- The address at that time.
    url text NOT NULL,
    started_at timestamptz NOT NULL,
    took_ms integer NOT NULL CHECK (took_ms >= 0),
    status smallint,
    failure text,
    -- The first bytes of the receiver's answer, sealed.
    answer bytea,
    PRIMARY KEY (delivery_id, id)
  ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`

  // Replays that count against a product's quota.
  yield* sql`CREATE TABLE webhook_replays (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    requested_at timestamptz NOT NULL,
    deliveries integer NOT NULL CHECK (deliveries >= 1),
    -- Which deliveries were requested, as names and ids.
    selection jsonb NOT NULL CHECK (jsonb_typeof(selection) = 'object')
  )`
  yield* sql`CREATE INDEX webhook_replays_of_product ON webhook_replays (product_id, requested_at)`
})
