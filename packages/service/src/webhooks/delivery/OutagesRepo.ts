import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { makeNotices } from "./NoticesRepo.ts"

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
