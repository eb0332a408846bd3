import * as PgTypes from "@effect/sql-pg/PgTypes"
import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { IssueEvent, NewEvent } from "./eventBody.ts"

/** The events after which nothing may be sent for their entity. */
export const lastEvents = (Object.keys(webhookEvents) as ReadonlyArray<WebhookEventName>).filter(
  (event) => webhookEvents[event].last
)

/** The data needed to record a product's event. */
export interface Recipient {
  /** The endpoint that gets the product's webhooks, if it has one and the partner wants this subject. */
  readonly endpointId: string | null
  /**
   * Whether the partner gets no events of this subject now: then the event never appears in the feed, not even later.
   */
  readonly withheld: boolean
  /**
   * Whether nothing is sent to it now: it is paused, its breaker is open, or it asked for a wait. The end of that state
   * wakes it.
   */
  readonly resting: boolean
  /** Microseconds since 1970 by the database's clock, read under the entity's row lock. */
  readonly micros: number
  /** The same by the product's business time: ahead of `micros` for a sandbox product, and never decreasing. */
  readonly businessMicros: number
}

export interface EventRow {
  readonly id: string
  readonly body: string
  readonly insertedAt: Date
  readonly endpointId: string | null
  readonly withheld: boolean
}

/** An event as the feed returns it. */
export interface FeedEvent {
  readonly id: string
  /** The exact text that its webhook carries. */
  readonly body: string
  /** Its position in the product's feed; a later request continues after it. */
  readonly position: bigint
}

/** Events that get their position in one call; more than a page, so that a busy product catches up. */
const PLACED_AT_ONCE = 1000

/** The statements that record events with their deliveries, and those that read a product's feed. */
export const eventsRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** A product's endpoint for one subject; undefined if the product doesn't exist. */
  recipient: (event: Pick<NewEvent, "productId" | "subject">) =>
    Effect.map(
      // mutant (Events, employer-issues/issueWebhooks): issue webhooks are off until the partner's account is enabled: `OR pa.employer_issue_webhooks_enabled` -> `OR true`
      sql<Recipient>`
        SELECT e.id AS "endpointId", NOT s.wanted AS withheld,
          e.paused_at IS NOT NULL OR coalesce(greatest(l.probe_at, l.hold_until) > platform_now(), false) AS resting,
          (extract(epoch FROM platform_now()) * 1000000)::float8 AS micros,
          (extract(epoch FROM business_now(p.sandboxed)) * 1000000)::float8 AS "businessMicros"
        FROM products p
        JOIN partners pa ON pa.id = p.partner_id
        CROSS JOIN LATERAL (
          SELECT ${event.subject} <> 'employer_issue' OR pa.employer_issue_webhooks_enabled AS wanted) s
        LEFT JOIN webhook_endpoints e ON e.product_id = p.id AND e.enabled AND s.wanted
        LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
        WHERE p.id = ${event.productId}`,
      (rows) => rows[0]
    ),

  /**
   * Writes an event and its delivery, and supersedes the deliveries that it replaces, and returns their number. It isn't recorded
   * if a last event forbids it.
   *
   * A waiting delivery that another transaction has locked is being written by a worker right now. It is skipped (SKIP
   * LOCKED, so neither waits for the other); the worker that sends the later delivery supersedes it then.
   */
  insert: (event: NewEvent, row: EventRow, isReplaceable: boolean) =>
    Effect.map(
      // mutant (Events): a waiting change is superseded by the next: `WHERE d.id = waiting.id` -> `WHERE false`
      // mutant (Events): nothing is recorded after onboarding_session_completed: `${sql.in("event", lastEvents)}` -> `false`
      sql<{ recorded: boolean; replaced: number }>`
      WITH recorded AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at, withheld)
        SELECT ${row.id}, ${event.productId}, ${event.subject}, ${event.event}, ${event.entityId}, ${event.seq}::int,
          ${row.body}, ${row.insertedAt}, ${row.withheld}::boolean
        WHERE NOT EXISTS (
          SELECT FROM events
          WHERE subject = ${event.subject} AND entity_id = ${event.entityId} AND ${sql.in("event", lastEvents)})
        RETURNING id
      ), waiting AS MATERIALIZED (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.entity_id = ${event.entityId} AND d.state = 'pending' AND d.replaceable
          AND ${row.endpointId}::uuid IS NOT NULL AND EXISTS (SELECT FROM recorded)
        FOR UPDATE SKIP LOCKED
      ), superseded AS (
        UPDATE webhook_deliveries d SET state = 'superseded', superseded_by = ${row.id}, due_at = NULL
        FROM waiting WHERE d.id = waiting.id
      ), delivery AS (
        INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
          due_at, inserted_at)
        SELECT ${row.id}, ${row.endpointId}, ${event.productId}, ${event.subject}, ${event.event}, ${event.entityId},
          ${event.seq}::int, ${isReplaceable}::boolean, 'pending', platform_now(), ${row.insertedAt}
        FROM recorded WHERE ${row.endpointId}::uuid IS NOT NULL
      )
      SELECT EXISTS (SELECT FROM recorded) AS recorded, (SELECT count(*)::int FROM waiting) AS replaced`,
      (rows) => rows[0] ?? { recorded: false, replaced: 0 }
    ),

  /** Writes events of one product's issues, and a delivery of each if an endpoint receives them. */
  insertIssues: (
    to: Pick<EventRow, "endpointId" | "insertedAt" | "withheld"> & { readonly productId: string },
    events: ReadonlyArray<IssueEvent & { readonly id: string; readonly body: string }>
  ) => {
    const column = (oid: number, value: (event: (typeof events)[number]) => unknown) =>
      Result.getOrThrow(PgTypes.array(events.map(value), oid))
    return sql`
      WITH recorded AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at, withheld)
        SELECT n.id, ${to.productId}, 'employer_issue', n.event, n.entity_id, n.seq, n.body, ${to.insertedAt},
          ${to.withheld}::boolean
        FROM unnest(
          ${column(PgTypes.OID.uuid, ({ id }) => id)}, ${column(PgTypes.OID.text, ({ event }) => event)},
          ${column(PgTypes.OID.uuid, ({ entityId }) => entityId)}, ${column(PgTypes.OID.int4, ({ seq }) => seq)},
          ${column(PgTypes.OID.text, ({ body }) => body)}
        ) AS n (id, event, entity_id, seq, body)
        RETURNING id, product_id, subject, event, entity_id, seq, inserted_at
      )
      INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
        due_at, inserted_at)
      SELECT id, ${to.endpointId}, product_id, subject, event, entity_id, seq, false, 'pending', platform_now(),
        inserted_at
      FROM recorded WHERE ${to.endpointId}::uuid IS NOT NULL`
  },

  /** Whether the product has events without a position in the feed. */
  hasUnplaced: (productId: string) =>
    Effect.map(
      sql<{ unplaced: boolean }>`SELECT EXISTS (
        SELECT FROM events
        WHERE product_id = ${productId} AND feed_position IS NULL AND NOT withheld) AS unplaced`,
      (rows) => rows[0]?.unplaced === true
    ),

  /**
   * Gives events their positions in the feed, in a transaction. Transactions don't commit in the order of their events'
   * ids. So an event gets its position when the feed is first read after its commit, and positions are assigned under a
   * lock: no event appears before a position that was already read.
   */
  place: (productId: string) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`events feed ${productId}`}, 0))`.pipe(
      Effect.andThen(sql`
        UPDATE events SET feed_position = placed.position
        FROM (
          SELECT id, nextval('events_feed_positions') AS position
          FROM (
            SELECT id FROM events WHERE product_id = ${productId} AND feed_position IS NULL AND NOT withheld
            ORDER BY id LIMIT ${PLACED_AT_ONCE}
          ) AS unplaced
        ) AS placed
        WHERE events.id = placed.id`),
      sql.withTransaction
    ),

  /** The events after a position, oldest first; none about employer issues while these are off for the partner. */
  feed: (productId: string, position: bigint, limit: number) => sql<FeedEvent>`
    SELECT id, body, feed_position AS position FROM events
    WHERE product_id = ${productId} AND feed_position > ${String(position)} AND NOT withheld
      AND (subject <> 'employer_issue' OR (SELECT r.employer_issue_webhooks_enabled FROM products p
        JOIN partners r ON r.id = p.partner_id WHERE p.id = ${productId}))
      AND inserted_at > platform_now() - interval '30 days'
    ORDER BY feed_position LIMIT ${limit}`
}))
