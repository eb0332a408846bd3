import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Outgoing } from "../../platform/outgoing/Outgoing.ts"
import { firstRow } from "../../platform/database/rows.ts"
import type { Fragment } from "effect/sql/Statement"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { newId } from "../../platform/ids/newId.ts"
import { names } from "../../platform/timeline/NamesRepo.ts"
import { things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"

/** Reasons for which the service itself pauses an endpoint. */
export type PauseReason = "gone" | "failing" | "unusable"

/** Kinds of notices. */
export type Notice = "failing_1h" | "failing_24h" | "failing_72h" | `paused_${PauseReason}`

/** A notice that its product's contact doesn't know yet. It names the product and no person. */
export interface UnsentNotice {
  readonly id: string
  readonly kind: Notice
  readonly failingSince: Date | null
  readonly productId: string
  readonly productName: string
  readonly to: string | null
  /** Whether it has been retried for so long that the notice is no longer useful. */
  readonly late: boolean
}

/**
 * Pauses endpoints and records a notice for their contacts in the same transaction; the e-mail and the operators' entry
 * are made from `webhook_notices`.
 */
export const makeNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { isFree } = yield* Outgoing
  const timeline = yield* Timeline
  const nameOf = yield* names

  const notePause = Effect.fnUntraced(function* (
    endpointId: string,
    productId: string,
    because: PauseReason
  ) {
    const to = yield* nameOf.product(productId)
    yield* timeline.note({
      kind: "endpoint_paused",
      detail: { because },
      about: things({ webhook_endpoint: endpointId, product: productId }),
      ...(to === undefined ? {} : { to })
    })
  })

  /**
   * Records the notice with the endpoint's current outage: each kind is recorded once per outage. Without an outage
   * only `paused_gone` and `paused_unusable` are recorded.
   */
  const notice = Effect.fnUntraced(function* (endpointId: string, kind: Notice) {
    yield* sql`INSERT INTO webhook_notices (id, endpoint_id, kind, failing_since, at)
      SELECT ${yield* newId}, e.id, ${kind}, l.failing_since, platform_now()
      FROM webhook_endpoints e LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      WHERE e.id = ${endpointId} AND (l.failing_since IS NOT NULL OR ${kind}::text IN ('paused_gone', 'paused_unusable'))
      ON CONFLICT (endpoint_id, kind, failing_since) DO NOTHING`
  })

  /**
   * Pauses an endpoint `e` for which `stillSo` is true, unless it is paused or another transaction holds its row. (SKIP
   * LOCKED: a worker that writes attempts never waits. If the reason persists, the next attempt tries again.)
   */
  const pause = Effect.fnUntraced(function* (endpointId: string, because: PauseReason, stillSo: Fragment) {
    const [paused] = yield* sql<{ productId: string }>`
      WITH open AS (
        SELECT e.id FROM webhook_endpoints e WHERE e.id = ${endpointId} AND e.paused_at IS NULL AND ${stillSo}
        FOR UPDATE SKIP LOCKED
      )
      UPDATE webhook_endpoints e SET paused_at = platform_now(), paused_because = ${because}, version = version + 1,
        updated_at = platform_now()
      FROM open WHERE e.id = open.id RETURNING e.product_id AS "productId"`
    if (paused === undefined) return false
    if (timeline.isOn) yield* notePause(endpointId, paused.productId, because)
    yield* notice(endpointId, `paused_${because}`)
    return true
  })

  return {
    notice,
    pause,

    /** The next unsent notice after an id, locked so that no other process sends it; none while outgoing work is held. */
    nextUnsent: (after: string) =>
      firstRow(sql<UnsentNotice>`
        SELECT n.id, n.kind, n.failing_since AS "failingSince", e.product_id AS "productId",
          coalesce(p.name, '') AS "productName",
          p.technical_contact_email AS "to", n.at < platform_now() - interval '1 day' AS late
        FROM webhook_notices n JOIN webhook_endpoints e ON e.id = n.endpoint_id
        LEFT JOIN products p ON p.id = e.product_id
        WHERE n.reported_at IS NULL AND n.id > ${after} AND ${isFree()}
        ORDER BY n.id LIMIT 1 FOR UPDATE OF n SKIP LOCKED`),

    /** Records that a notice needs no further e-mail. */
    sent: (id: string, isEmailed: boolean) =>
      sql`UPDATE webhook_notices SET reported_at = platform_now(),
        emailed_at = CASE WHEN ${isEmailed} THEN platform_now() END WHERE id = ${id}`
  }
})

/** When to warn the contacts of an endpoint without a success. Each warning is sent once per outage. */
export const warnings = [
  { kind: "failing_1h", after: Duration.hours(1) },
  { kind: "failing_24h", after: Duration.hours(24) },
  { kind: "failing_72h", after: Duration.hours(72) }
] as const

/** When to pause an endpoint: after this long without a success, if this many different deliveries failed. */
export const pauseRule = { after: Duration.days(5), messages: 10 } as const

/** Finds endpoints that have been failing for long: warns their contacts, and finally pauses the endpoints. */
export const makeOutages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notices = yield* makeNotices
  const faultPoint = yield* FaultPoint

  /** True if an endpoint `e` has had no success for this long. */
  const hasFailedFor = (duration: Duration.Duration, messages: number) => sql`EXISTS (
    SELECT FROM webhook_leases l WHERE l.endpoint_id = e.id AND l.failing_messages >= ${messages}
      AND l.failing_since <= platform_now() - ${Duration.toSeconds(duration)}::float8 * interval '1 second')`

  const open = sql.literal("SELECT e.id FROM webhook_endpoints e WHERE e.enabled AND e.paused_at IS NULL")

  const warn = Effect.fnUntraced(function* ({ kind, after }: (typeof warnings)[number]) {
    const endpoints = yield* sql<{ id: string }>`${open} AND ${hasFailedFor(after, 1)} AND NOT EXISTS (
      SELECT FROM webhook_notices n JOIN webhook_leases l ON l.endpoint_id = n.endpoint_id
      WHERE n.endpoint_id = e.id AND n.kind = ${kind} AND n.failing_since = l.failing_since)`
    for (const { id } of endpoints) yield* notices.notice(id, kind)
  })

  const pause = Effect.gen(function* () {
    const forTooLong = hasFailedFor(pauseRule.after, pauseRule.messages)
    const endpoints = yield* sql<{ id: string }>`${open} AND ${forTooLong}`
    for (const { id } of endpoints) {
      const paused = notices.pause(id, "failing", forTooLong)
      yield* sql.withTransaction(Effect.andThen(paused, faultPoint("pause_transition")))
    }
  })

  return { look: Effect.andThen(Effect.forEach(warnings, warn, { discard: true }), pause) }
})
