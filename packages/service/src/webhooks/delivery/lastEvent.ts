import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { lastEvents } from "../events/EventsRepo.ts"

/** Keeps a delivery from being sent after the last webhook of its entity. */
export const makeLastEvent = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Of a delivery `d`: that the last event of its entity was recorded after it. */
  isRecorded: sql`EXISTS (SELECT FROM events v WHERE v.subject = d.subject AND v.entity_id = d.entity_id
    AND v.seq > d.seq AND ${sql.in("event", lastEvents)})`,

  /**
   * Recording a session's last event locks the session's row. So while this transaction shares that row, none can be
   * recorded, let alone sent, between looking for one and sending again what comes before it.
   */
  shareSessions: (deliveries: ReturnType<typeof sql.literal>) => sql`
    SELECT FROM onboarding_sessions s WHERE s.id IN (
      SELECT d.entity_id FROM webhook_deliveries d WHERE d.subject = 'onboarding_session' AND d.replaceable
        AND ${deliveries})
    ORDER BY s.id FOR SHARE`
}))
