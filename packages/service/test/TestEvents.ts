import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Jobs } from "../src/platform/jobs/Jobs.ts"
import { Events } from "../src/webhooks/events/Events.ts"
import { TestSettings } from "./TestSettings.ts"

/** `Events` as it is in production, on the database of `TestDatabase.layer`. */
export const TestEvents = {
  layer: Events.layer.pipe(Layer.provide([Jobs.layer, TestSettings.layer]))
}

/** The events of an entity in their order, with the payload of each webhook. */
export const eventsOf = Effect.fnUntraced(function* (entityId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string; event: string; seq: number; body: string }>`
    SELECT id, event, seq, body FROM events WHERE entity_id = ${entityId} ORDER BY seq`
  return rows.map(({ id, event, seq, body }) => ({
    id,
    event,
    seq,
    payload: JSON.parse(body) as Record<string, string>
  }))
})

/** The names of an entity's events, in their order. */
export const eventNames = (entityId: string) =>
  Effect.map(eventsOf(entityId), (events) => events.map(({ event }) => event))
