/**
 * Webhook addresses and waiting deliveries over all partners, for operators.
 *
 * The trap: of an address only the host is shown, because its path may hold a token. A delivery that waits behind an
 * earlier one of its entity isn't late, however long it has been due: only the first counts (`webhook_deliveries_in_turn`).
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { endpointStatus } from "./EndpointViewsRepo.ts"

/** The address of one product. */
export interface OverviewRow {
  readonly product_id: S.ProductId
  readonly partner: S.Slug
  readonly product: S.Slug
  readonly url: string
  readonly status: S.WebhookEndpointStatus
  readonly paused_at: Date | null
  readonly paused_because: string | null
  readonly failing_since: Date | null
  readonly next_probe_at: Date | null
  readonly waiting: number
  readonly dead: number
  /** When its oldest delivery became due that can be sent next; null if none is due. */
  readonly oldest_due_at: Date | null
}

/** A delivery that is due, the first of its entity. */
export interface DueDelivery {
  readonly id: string
  readonly product_id: S.ProductId
  readonly partner: S.Slug
  readonly event: string
  readonly entity_id: string
  readonly attempts: number
  readonly due_at: Date
  readonly status: S.WebhookEndpointStatus
}

/** A delivery that is given up: its address failed for too long, or it became too old. */
export interface DeadDelivery {
  readonly id: string
  readonly product_id: S.ProductId
  readonly partner: S.Slug
  readonly event: string
  readonly entity_id: string
  readonly attempts: number
  readonly last_attempt_at: Date | null
  readonly inserted_at: Date
}

export const endpointsOverviewRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { nextProbe, status } = yield* endpointStatus

  const ofProduct = sql.literal(
    "LEFT JOIN products p ON p.id = e.product_id LEFT JOIN partners r ON r.id = p.partner_id LEFT JOIN webhook_leases l ON l.endpoint_id = e.id"
  )

  /** The operator's own address has no product. */
  const partner = sql.literal("coalesce(r.slug, 'operator') AS partner")

  /** The oldest delivery of an endpoint `e` that may be sent next. */
  const first = sql.literal(`LATERAL (SELECT d.id, d.due_at FROM webhook_deliveries_in_turn d
    WHERE d.endpoint_id = e.id ORDER BY d.due_at LIMIT 1) first`)

  return {
    /** The addresses in this state, or all; those that have waited longest come first. */
    list: (wanted: S.WebhookEndpointStatus | undefined, limit: number) => sql<OverviewRow>`
      SELECT * FROM (
        SELECT e.product_id, ${partner}, coalesce(p.slug, 'events') AS product, e.url, ${status} AS status, e.paused_at,
          e.paused_because, l.failing_since, ${nextProbe} AS next_probe_at, CASE WHEN first.due_at <= platform_now()
            THEN first.due_at END AS oldest_due_at,
          (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.due_at IS NOT NULL) AS waiting,
          (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'dead') AS dead
        FROM webhook_endpoints e ${ofProduct} LEFT JOIN ${first} ON true) a
      WHERE (${wanted ?? null}::text IS NULL OR a.status = ${wanted ?? null})
      ORDER BY coalesce(paused_at, failing_since, oldest_due_at), partner, product LIMIT ${limit}`,

    /** The deliveries that have been due for longest, over all products: the first of each entity. */
    oldestDue: (limit: number) => sql<DueDelivery>`
      SELECT d.id, d.product_id, ${partner}, d.event, d.entity_id, d.attempts, d.due_at, ${status} AS status
      FROM webhook_endpoints e ${ofProduct}
      CROSS JOIN LATERAL (SELECT t.id FROM webhook_deliveries_in_turn t WHERE t.endpoint_id = e.id
        AND t.due_at <= platform_now() ORDER BY t.due_at LIMIT ${limit}) t
      JOIN webhook_deliveries d ON d.id = t.id
      ORDER BY d.due_at, d.id LIMIT ${limit}`,

    /** The newest first. */
    dead: (productId: string | undefined, limit: number) => sql<DeadDelivery>`
      SELECT d.id, d.product_id, ${partner}, d.event, d.entity_id, d.attempts, d.last_attempt_at, d.inserted_at
      FROM webhook_endpoints e ${ofProduct}
      CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'dead'
        ORDER BY d.last_attempt_at DESC NULLS LAST LIMIT ${limit}) d
      WHERE ${productId ?? null}::uuid IS NULL OR e.product_id = ${productId ?? null}
      ORDER BY d.id DESC LIMIT ${limit}`,

    /** The product of a delivery; undefined if there is none. */
    productOf: (id: string) =>
      Effect.map(
        sql<{ product_id: S.ProductId }>`SELECT product_id FROM webhook_deliveries WHERE id = ${id}`,
        ([row]) => row?.product_id
      )
  }
})
