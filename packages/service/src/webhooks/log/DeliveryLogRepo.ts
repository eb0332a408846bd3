import type * as S from "@embedded-super/contracts/schemas"
import type { WebhookEventName, WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { endpointStatus } from "../endpoints/EndpointViewsRepo.ts"
import { firstEventId } from "../events/eventId.ts"
import type { AttemptRow, DeliveryRow } from "./presentDelivery.ts"

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

/** The state of a delivery `d` that partners see: one that waits after a failed attempt is `failed`. */
const STATUS = `CASE WHEN d.state = 'pending' AND d.attempts > 0 THEN 'failed' ELSE d.state END`

/**
 * The selection as conditions on a delivery `d`. Its id contains the time of its generation, so the index by id serves
 * for time.
 */
export const deliveryConditions = (
  sql: SqlClient.SqlClient,
  { entityId, event, from, productId, status, subject, to }: DeliverySelection
): ReadonlyArray<Fragment> => [
  sql`d.product_id = ${productId}`,
  ...(status === undefined ? [] : [sql`${sql.literal(STATUS)} = ${status}`]),
  ...(subject === undefined ? [] : [sql`d.subject = ${subject}`]),
  ...(event === undefined ? [] : [sql`d.event = ${event}`]),
  ...(entityId === undefined ? [] : [sql`d.entity_id = ${entityId}`]),
  ...(from === undefined ? [] : [sql`d.id >= ${firstEventId(from.getTime())}`]),
  ...(to === undefined ? [] : [sql`d.id < ${firstEventId(to.getTime())}`])
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
