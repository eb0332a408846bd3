import type { WebhookEventName, WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Whether the partner's address has accepted the newest webhook of an entity, or the newest of one event. False while
 * there is none: nothing was accepted then.
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
