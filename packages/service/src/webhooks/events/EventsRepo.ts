import * as PgTypes from "@effect/sql-pg/PgTypes"
import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { parts, firstRow } from "../../platform/database/rows.ts"
import type { tracesToStore } from "../../platform/telemetry/traces.ts"
import type { BodyParts, IssueEvent } from "./eventBody.ts"
import { eventIdAt } from "./eventId.ts"
import { OPERATOR } from "./operatorBody.ts"

/** The events after which nothing may be sent for their entity. */
export const lastEvents = (Object.keys(webhookEvents) as ReadonlyArray<WebhookEventName>).filter(
  (event) => webhookEvents[event].last
)

/** What an event is about: an entity of a product, or a trouble of the operator's. */
interface EventOfEntity {
  readonly productId: string
  readonly subject: string
  readonly event: string
  readonly entityId: string
  readonly seq: number
}

/** An event to write. Its id and its times are the database's, so they are made by the statement that writes it. */
interface EventRow {
  readonly body: BodyParts
  /** The random part of its id, unless the id follows from what the event says. */
  readonly tail: string
  /** A fingerprint of all that the event says; null if its id is a new one. */
  readonly says: string | null
  /** The trace that its webhook continues. A session's event continues the session's, unless its request continues another. */
  readonly trace: Effect.Success<typeof tracesToStore>
}

/** The result of recording an event. */
export interface Recorded {
  readonly id: string
  /** False if an earlier, last event of the entity forbids it. */
  readonly recorded: boolean
  /** How many waiting deliveries it replaces. */
  readonly replaced: number
  readonly endpointId: string | null
  /**
   * Whether nothing is sent to the endpoint now: it is paused, its breaker is open, or it asked for a wait. The end of
   * that state wakes it.
   */
  readonly resting: boolean
}

/** An event as the feed returns it. */
export interface FeedEvent {
  readonly id: string
  /** The exact text that its webhook carries. */
  readonly body: string
  /** Its position in the product's feed; a later request continues after it. */
  readonly position: bigint
}

/** What the id of an event follows from, for the rows of a list. */
const OF_ROW = (sql: SqlClient.SqlClient) => ({
  entityId: sql.literal("n.entity_id"),
  seq: sql.literal("n.seq"),
  says: sql.literal("n.says")
})

/** Events that get their position in one call; more than a page, so that a busy product catches up. */
const PLACED_AT_ONCE = 1000

/** The statements that record events with their deliveries, and those that read a product's feed. */
export const eventsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  /**
   * The recipient of a product's events of a subject: one row, or none if the product doesn't exist. `at` is the
   * database's clock, which the caller reads under the entity's row lock; `inserted_at` is the same by the product's
   * business time, as events carry it, and never decreasing. A `withheld` event never appears in the feed, not even later.
   */
  const recipient = (productId: string, subject: string) =>
    productId === OPERATOR ? ofOperator : ofProduct(productId, subject)

  /** As `recipient`, of the operator's events: none while there is no address. Without a product, they have no feed. */
  const ofOperator = sql`SELECT e.id AS endpoint_id, true AS withheld,
        e.paused_at IS NOT NULL OR coalesce(greatest(l.probe_at, l.hold_until) > platform_now(), false) AS resting,
        platform_now() AS at,
        to_char(platform_now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS inserted_at
      FROM webhook_endpoints e LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      WHERE e.product_id = ${OPERATOR} AND e.enabled`

  const ofProduct = (productId: string, subject: string) =>
    // mutant (Events, employer-issues/issueWebhooks): issue webhooks are off until the partner's account is enabled: `OR pa.employer_issue_webhooks_enabled` -> `OR true`
    sql`SELECT e.id AS endpoint_id, NOT s.wanted AS withheld,
        e.paused_at IS NOT NULL OR coalesce(greatest(l.probe_at, l.hold_until) > platform_now(), false) AS resting,
        platform_now() AS at,
        to_char(business_now(p.sandboxed) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS inserted_at
      FROM products p
      JOIN partners pa ON pa.id = p.partner_id
      CROSS JOIN LATERAL (
        SELECT ${subject} <> 'employer_issue' OR pa.employer_issue_webhooks_enabled AS wanted) s
      LEFT JOIN webhook_endpoints e ON e.product_id = p.id AND e.enabled AND s.wanted
      LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      WHERE p.id = ${productId}`

  const sessionsOr = ({ entityId, subject }: EventOfEntity, { continued, own }: EventRow["trace"]) =>
    subject === "onboarding_session"
      ? sql`coalesce(${continued}::text, (SELECT traceparent FROM onboarding_sessions WHERE id = ${entityId}), ${own}::text)`
      : sql`${own}::text`

  return {
    /**
     * Writes an event and its delivery, supersedes the deliveries that it replaces, and makes `writes` in the same
     * statement. The event isn't recorded if a last event forbids it. Undefined if the product doesn't exist, or the operator
     * has no address.
     *
     * A waiting delivery that another transaction has locked is being written by a worker right now. It is skipped (SKIP
     * LOCKED, so neither waits for the other); the worker that sends the later delivery supersedes it then.
     */
    insert: (
      event: EventOfEntity,
      { body, says, tail, trace }: EventRow,
      isReplaceable: boolean,
      writes: ReadonlyArray<Statement.Fragment>
    ) =>
      // mutant (Events): a waiting change is superseded by the next: `WHERE d.id = waiting.id` -> `WHERE false`
      // mutant (Events): nothing is recorded after onboarding_session_completed: `${sql.in("event", lastEvents)}` -> `false`
      firstRow(sql<Recorded>`
      WITH ${parts(sql, writes)}
      recipient AS MATERIALIZED (${recipient(event.productId, event.subject)}),
      made AS MATERIALIZED (
        SELECT ${eventIdAt(sql, "r.at", tail, { ...event, says })} AS id, r.* FROM recipient r
      ), recorded AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at, withheld, traceparent)
        SELECT m.id, ${event.productId}, ${event.subject}, ${event.event}, ${event.entityId}, ${event.seq}::int,
          ${body.before}::text || m.inserted_at || ${body.after}::text, date_trunc('milliseconds', m.at), m.withheld,
          ${sessionsOr(event, trace)}
        FROM made m
        WHERE NOT EXISTS (
          SELECT FROM events
          WHERE subject = ${event.subject} AND entity_id = ${event.entityId} AND ${sql.in("event", lastEvents)})
        RETURNING id, inserted_at
      ), delivery AS (
        INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
          due_at, inserted_at)
        SELECT r.id, m.endpoint_id, ${event.productId}, ${event.subject}, ${event.event}, ${event.entityId},
          ${event.seq}::int, ${isReplaceable}::boolean, 'pending', platform_now(), r.inserted_at
        FROM recorded r JOIN made m ON m.endpoint_id IS NOT NULL
        RETURNING id
      ), waiting AS MATERIALIZED (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.entity_id = ${event.entityId} AND d.state = 'pending' AND d.replaceable
          AND EXISTS (SELECT FROM delivery)
        FOR UPDATE SKIP LOCKED
      ), superseded AS (
        UPDATE webhook_deliveries d SET state = 'superseded', superseded_by = delivery.id, due_at = NULL
        FROM delivery, waiting WHERE d.id = waiting.id
      )
      SELECT m.id, EXISTS (SELECT FROM recorded) AS recorded, (SELECT count(*)::int FROM waiting) AS replaced,
        m.endpoint_id AS "endpointId", m.resting
      FROM made m`),

    /** Writes events of one product's issues, and a delivery of each if an endpoint receives them. */
    insertIssues: (productId: string, events: ReadonlyArray<IssueEvent & EventRow>) => {
      const column = (oid: number, value: (event: (typeof events)[number]) => unknown) =>
        Result.getOrThrow(PgTypes.array(events.map(value), oid))
      return sql<Pick<Recorded, "id" | "endpointId" | "resting"> & Pick<IssueEvent, "entityId" | "seq">>`
      WITH recipient AS MATERIALIZED (${recipient(productId, "employer_issue")}),
      recorded AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at, withheld, traceparent)
        SELECT ${eventIdAt(sql, "r.at", sql.literal("n.tail"), OF_ROW(sql))}, ${productId}, 'employer_issue', n.event, n.entity_id, n.seq,
          n.before || r.inserted_at || n.after, date_trunc('milliseconds', r.at), r.withheld, ${events[0]?.trace.own ?? null}::text
        FROM recipient r CROSS JOIN unnest(
          ${column(PgTypes.OID.text, ({ tail }) => tail)}, ${column(PgTypes.OID.text, ({ says }) => says)}, ${column(PgTypes.OID.text, ({ event }) => event)},
          ${column(PgTypes.OID.uuid, ({ entityId }) => entityId)}, ${column(PgTypes.OID.int4, ({ seq }) => seq)},
          ${column(PgTypes.OID.text, ({ body }) => body.before)}, ${column(PgTypes.OID.text, ({ body }) => body.after)}
        ) AS n (tail, says, event, entity_id, seq, before, after)
        RETURNING id, product_id, subject, event, entity_id, seq, inserted_at
      ), delivery AS (
        INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
          due_at, inserted_at)
        SELECT e.id, r.endpoint_id, e.product_id, e.subject, e.event, e.entity_id, e.seq, false, 'pending',
          platform_now(), e.inserted_at
        FROM recorded e JOIN recipient r ON r.endpoint_id IS NOT NULL
      )
      SELECT e.id, e.entity_id AS "entityId", e.seq, r.endpoint_id AS "endpointId", r.resting
      FROM recorded e CROSS JOIN recipient r`
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
              SELECT id FROM (
                SELECT id, inserted_at FROM events
                WHERE product_id = ${productId} AND feed_position IS NULL AND NOT withheld
                ORDER BY id LIMIT ${PLACED_AT_ONCE}
              ) AS smallest
              -- An id that follows from an earlier event has that one's time (D-webhook-ids).
              ORDER BY inserted_at, id
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
  }
})
