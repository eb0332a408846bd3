import type * as S from "@embedded-super/contracts/schemas"
import type { WebhookEventName, WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../../platform/database/rows.ts"
import type { Fragment } from "effect/sql/Statement"
import { endpointStatus } from "../endpoints/EndpointViewsRepo.ts"
import { firstEventId, FOLLOWS_WITHIN } from "../events/eventId.ts"

/** Selects a product's deliveries: all given conditions must match. */
export interface DeliverySelection {
  readonly productId: string
  readonly status?: S.WebhookDeliveryStatus | undefined
  readonly subject?: string | undefined
  readonly event?: string | undefined
  readonly entityId?: string | undefined
  /** Generated at this time or later. */
  readonly from?: Date | undefined
  /** Generated before this time. */
  readonly to?: Date | undefined
}

/** A delivery as the log shows it. */
export interface DeliveryRow {
  readonly id: S.WebhookDeliveryId
  readonly product_id: S.ProductId
  readonly body: string
  readonly status: S.WebhookDeliveryStatus
  /** The endpoint's current address: used for a delivery without an attempt. */
  readonly url: S.WebhookUrl
  readonly next_attempt_at: Date | null
  readonly delivered_at: Date | null
  readonly superseded_by: string | null
  readonly inserted_at: Date
  readonly updated_at: Date
}

/** An attempt; its answer is sealed. */
export interface AttemptRow {
  readonly id: S.WebhookAttemptId
  readonly delivery_id: string
  readonly url: S.WebhookUrl
  readonly started_at: Date
  readonly took_ms: number
  readonly status: number | null
  readonly failure: string | null
  readonly answer: Uint8Array | null
}

/** The state of a delivery `d` that partners see: one that waits after a failed attempt is `failed`. */
const STATUS = `CASE WHEN d.state = 'pending' AND d.attempts > 0 THEN 'failed' ELSE d.state END`

/**
 * The selection as conditions on a delivery `d`. Its id contains the time of its generation, or one that is up to a week
 * earlier (D-webhook-ids), so the index by id serves for time.
 */
const deliveryConditions = (
  sql: SqlClient.SqlClient,
  { entityId, event, from, productId, status, subject, to }: DeliverySelection
): ReadonlyArray<Fragment> => [
  sql`d.product_id = ${productId}`,
  ...(status === undefined ? [] : [sql`${sql.literal(STATUS)} = ${status}`]),
  ...(subject === undefined ? [] : [sql`d.subject = ${subject}`]),
  ...(event === undefined ? [] : [sql`d.event = ${event}`]),
  ...(entityId === undefined ? [] : [sql`d.entity_id = ${entityId}`]),
  ...(from === undefined
    ? []
    : [
        sql`d.id >= ${firstEventId(from.getTime() - Duration.toMillis(FOLLOWS_WITHIN))} AND d.inserted_at >= ${from}`
      ]),
  ...(to === undefined ? [] : [sql`d.id < ${firstEventId(to.getTime())} AND d.inserted_at < ${to}`])
]

/** The statements that read a product's deliveries. */
export const deliveryLogRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { nextAttempt } = yield* endpointStatus

  const read = (conditions: ReadonlyArray<Fragment>, limit: number) => sql<DeliveryRow>`
    SELECT d.id, d.product_id, v.body, ${sql.literal(STATUS)} AS status, e.url, d.delivered_at, d.superseded_by,
      ${nextAttempt} AS next_attempt_at, d.inserted_at,
      greatest(d.inserted_at, d.last_attempt_at, d.delivered_at) AS updated_at
    FROM webhook_deliveries d
    JOIN events v ON v.id = d.id
    JOIN webhook_endpoints e ON e.id = d.endpoint_id
    LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
    WHERE ${sql.and(conditions)} AND d.inserted_at > platform_now() - interval '30 days'
    ORDER BY d.id DESC LIMIT ${limit}`

  return {
    /** Newest first. `after` is the id of the last delivery seen; older ones follow. */
    page: (selection: DeliverySelection, after: string | undefined, limit: number) =>
      read(
        [...deliveryConditions(sql, selection), ...(after === undefined ? [] : [sql`d.id < ${after}`])],
        limit
      ),

    // mutant (WebhookDeliveries.http): another product's delivery is not found: `d.product_id = ${productId}` -> `d.product_id <> ${productId} OR true`
    find: (productId: string, id: string) => read([sql`d.product_id = ${productId}`, sql`d.id = ${id}`], 1),

    /** The last attempts of each delivery, at most `most` of each, the first attempt first. */
    attempts: (deliveryIds: ReadonlyArray<string>, most: number) => sql<AttemptRow>`
      SELECT id, delivery_id, url, started_at, took_ms, status, failure, answer FROM (
        SELECT a.*, row_number() OVER (PARTITION BY delivery_id ORDER BY started_at DESC, id DESC) AS nth
        FROM webhook_attempts a WHERE ${sql.in("delivery_id", deliveryIds)}) AS numbered
      WHERE nth <= ${most} ORDER BY started_at, id`
  }
})

/** `isCommitted` as SQL, for the entity whose id is in the column. Null if there is no webhook yet. */
export const committedOf = (subject: WebhookSubjectName, column: string, event?: WebhookEventName): string =>
  `(SELECT (SELECT bool_or(d.state = 'delivered') FROM webhook_deliveries d WHERE d.id = v.id)
    FROM events v WHERE v.subject = '${subject}' AND v.entity_id = ${column}
      ${event === undefined ? "" : `AND v.event = '${event}'`}
    ORDER BY v.seq DESC LIMIT 1)`

/**
 * Whether the partner's address has accepted the newest webhook of an entity, or the newest of one event. False if
 * there is no webhook yet.
 */
export const isCommitted = Effect.fnUntraced(function* (
  subject: WebhookSubjectName,
  entityId: string,
  event?: WebhookEventName
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ committed: boolean | null }>`
    SELECT (SELECT bool_or(d.state = 'delivered') FROM webhook_deliveries d WHERE d.id = e.id) AS committed
    FROM events e
    WHERE e.subject = ${subject} AND e.entity_id = ${entityId} AND (${event ?? null}::text IS NULL OR e.event = ${event ?? null})
    ORDER BY e.seq DESC LIMIT 1`
  return row?.committed ?? false
})

/** The statements on replays, and those that select the deliveries to send again. */
export const replaysRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  // Subjects that the partner has disabled aren't sent again either.
  const isWanted = sql`(d.subject <> 'employer_issue' OR EXISTS (SELECT FROM products p
    JOIN partners r ON r.id = p.partner_id AND r.employer_issue_webhooks_enabled WHERE p.id = d.product_id))`

  // A change is known if a later delivery of its entity has arrived, or will be known when a waiting one arrives.
  const isKnownSince = sql`(d.replaceable AND EXISTS (
    SELECT FROM events v JOIN webhook_deliveries o ON o.id = v.id AND o.state IN ('delivered', 'pending')
    WHERE v.subject = d.subject AND v.entity_id = d.entity_id AND v.seq > d.seq))`

  return {
    /** Whether the product has an enabled endpoint; locks it until the transaction ends. */
    lockEnabled: (productId: S.ProductId) =>
      Effect.map(
        sql<{ enabled: boolean }>`
          SELECT enabled FROM webhook_endpoints WHERE product_id = ${productId} FOR NO KEY UPDATE`,
        (rows) => rows[0]?.enabled === true
      ),

    /**
     * The number of deliveries sent again in the window up to now, and the seconds until the first of them leaves it.
     */
    used: (productId: S.ProductId, window: Duration.Duration) => {
      const start = sql`platform_now() - ${Duration.toSeconds(window)}::float8 * interval '1 second'`
      return Effect.map(
        sql<{ used: number; retryIn: number | null }>`
          SELECT coalesce(sum(deliveries), 0)::int AS used,
            extract(epoch FROM min(requested_at) - (${start}))::float8 AS "retryIn"
          FROM webhook_replays WHERE product_id = ${productId} AND requested_at > ${start}`,
        (rows) => rows[0] ?? { used: 0, retryIn: null }
      )
    },

    insert: (id: string, productId: S.ProductId, deliveries: number, selection: object) =>
      sql`INSERT INTO webhook_replays (id, product_id, requested_at, deliveries, selection)
        VALUES (${id}, ${productId}, platform_now(), ${deliveries}, ${JSON.stringify(selection)}::jsonb)`,

    find: (productId: S.ProductId, id: S.WebhookDeliveryId) =>
      firstRow(sql<{ superseded_by: string | null; wanted: boolean }>`
        SELECT d.superseded_by, ${isWanted} AS wanted FROM webhook_deliveries d
        WHERE d.product_id = ${productId} AND d.id = ${id}`),

    /** Deliveries of a selection that have ended and that no later one makes known, the oldest first. */
    replayable: (selection: DeliverySelection, limit: number) =>
      sql<{ id: string; inserted_at: Date }>`
        SELECT d.id, d.inserted_at FROM webhook_deliveries d
        WHERE ${sql.and([...deliveryConditions(sql, selection), isWanted])}
          AND d.state IN ('delivered', 'dead') AND NOT ${isKnownSince}
        ORDER BY d.id LIMIT ${limit}`
  }
})
