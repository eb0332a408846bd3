import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Turn, turnsOf, type WaitingDelivery } from "./turns.ts"

/** A place in the order of what is due: the due time as the database writes it (to the microsecond), then the id. */
export interface Position {
  readonly dueAt: string
  readonly id: string
}

export const START: Position = { dueAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" }

/** What is due after a position, and where to look on: undefined if nothing more is due. */
export interface Claim {
  readonly turns: ReadonlyArray<Turn>
  readonly next: Position | undefined
}

/** Answers what is due: the half of the ledger that reads. */
export const makeDueDeliveries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  type Row = WaitingDelivery & {
    readonly lastDue: string | null
    readonly lastId: string
    readonly looked: number
  }

  // Each entity's deliveries, and each one's body, are looked up by themselves (OFFSET 0). What is due is asked without
  // its state, and what waits without its time, so that one index alone can serve each, whatever the planner knows
  // about tables that just filled up.
  return Effect.fnUntraced(function* (endpointId: string, owner: string, after: Position, limit: number) {
    const rows = yield* sql<Row>`
      WITH looked AS MATERIALIZED (
        SELECT d.entity_id, d.due_at, d.id, row_number() OVER (ORDER BY d.due_at, d.id) AS place
        FROM webhook_deliveries d
        WHERE d.endpoint_id = ${endpointId} AND d.due_at <= platform_now()
          AND (d.due_at, d.id) > (${after.dueAt}::timestamptz, ${after.id}::uuid)
          AND EXISTS (
            SELECT FROM webhook_leases l
            JOIN webhook_endpoints e ON e.id = l.endpoint_id AND e.enabled AND e.paused_at IS NULL
            WHERE l.endpoint_id = ${endpointId} AND l.owner = ${owner} AND l.expires_at > platform_now()
              AND (l.hold_until IS NULL OR l.hold_until <= platform_now())
              AND (l.probe_at IS NULL OR l.probe_at <= platform_now()))
        ORDER BY d.due_at, d.id
        LIMIT ${limit}
      ), entity AS MATERIALIZED (
        SELECT entity_id, min(place) AS place FROM looked GROUP BY entity_id
      ), last AS MATERIALIZED (
        SELECT due_at::text, id, place::int FROM looked ORDER BY place DESC LIMIT 1
      )
      SELECT d.*, v.body, CASE WHEN entity.place = 1 THEN last.due_at END AS "lastDue",
        CASE WHEN entity.place = 1 THEN last.id END AS "lastId",
        CASE WHEN entity.place = 1 THEN last.place END AS looked
      FROM last, entity
      CROSS JOIN LATERAL (
        SELECT o.id, o.entity_id AS "entityId", o.attempts, o.replaceable AS "isReplaceable",
          o.due_at <= platform_now() AS "isDue", o.seq,
          (extract(epoch FROM o.last_attempt_at) * 1000)::float8 AS "triedAt"
        FROM webhook_deliveries o WHERE o.entity_id = entity.entity_id AND o.state = 'pending' OFFSET 0
      ) d
      CROSS JOIN LATERAL (SELECT e.body FROM events e WHERE e.id = d.id OFFSET 0) v
      ORDER BY entity.place, d.seq`
    const [first] = rows
    if (first === undefined || first.lastDue === null) return { turns: [], next: undefined }
    const next = first.looked < limit ? undefined : { dueAt: first.lastDue, id: first.lastId }
    return { turns: turnsOf(rows), next }
  })
})
