import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { newId } from "../../platform/ids/newId.ts"

/** Reasons for which the service itself pauses an endpoint. */
export type PauseReason = "gone" | "failing" | "unusable"

/** Kinds of notices. */
export type Notice = "failing_1h" | "failing_24h" | "failing_72h" | `paused_${PauseReason}`

/**
 * Pauses endpoints and records a notice for their contacts in the same transaction; the e-mail and the operators' entry
 * are made from `webhook_notices`.
 */
export const makeNotices = Effect.map(SqlClient.SqlClient, (sql) => {
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
    const paused = yield* sql`
      WITH open AS (
        SELECT e.id FROM webhook_endpoints e WHERE e.id = ${endpointId} AND e.paused_at IS NULL AND ${stillSo}
        FOR UPDATE SKIP LOCKED
      )
      UPDATE webhook_endpoints e SET paused_at = platform_now(), paused_because = ${because}, version = version + 1,
        updated_at = platform_now()
      FROM open WHERE e.id = open.id RETURNING e.id`
    if (paused.length === 0) return false
    yield* notice(endpointId, `paused_${because}`)
    return true
  })

  return { notice, pause }
})
