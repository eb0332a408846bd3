import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { NewEvent } from "./eventBody.ts"
import { EveryEventCounts } from "./everyEventCounts.ts"

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

/** A product's endpoint for one subject; undefined if the product doesn't exist. */
export const recipientOf = (
  event: Pick<NewEvent, "productId" | "subject">
): Effect.Effect<Recipient | undefined, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // mutant (Events, employer-issues/issueWebhooks): issue webhooks are off until the partner's account is enabled: `OR pa.employer_issue_webhooks_enabled` -> `OR true`
    const [row] = yield* sql<Recipient>`
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
      WHERE p.id = ${event.productId}`
    return row
  })

export interface EventRow {
  readonly id: string
  readonly body: string
  readonly insertedAt: Date
  readonly endpointId: string | null
  readonly withheld: boolean
}

/**
 * Writes an event and its delivery, and supersedes the deliveries that it replaces; false if a last event forbids it.
 *
 * A waiting delivery that another transaction has locked is being written by a worker right now. It is skipped (SKIP
 * LOCKED, so neither waits for the other); the worker that sends the later delivery supersedes it then.
 */
export const insertEvent = (
  event: NewEvent,
  row: EventRow
): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const replaceable = webhookEvents[event.event].superseded && !(yield* EveryEventCounts)
    // mutant (Events): a waiting change is superseded by the next: `WHERE d.id = waiting.id` -> `WHERE false`
    // mutant (Events): nothing is recorded after onboarding_session_completed: `${sql.in("event", lastEvents)}` -> `false`
    const [result] = yield* sql<{ recorded: boolean }>`
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
          ${event.seq}::int, ${replaceable}::boolean, 'pending', platform_now(), ${row.insertedAt}
        FROM recorded WHERE ${row.endpointId}::uuid IS NOT NULL
      )
      SELECT EXISTS (SELECT FROM recorded) AS recorded`
    return result?.recorded ?? false
  })
