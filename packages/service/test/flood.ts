/**
 * Many rows at once: copies of one that the service itself made, each with ids of its own. `jsonb_populate_record` keeps what it
 * isn't given, so no column is named here that the copies don't need.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The id of the n-th copy in its table, as SQL. */
const ID = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid"

/** One that is greater than those which the service makes. */
const LATE_ID = ID.replace("00000000", "ffffffff")

/** Copies the row of a table that has this value in a column. */
const copies = Effect.fnUntraced(function* (
  table: string,
  [column, value]: readonly [string, string],
  changes: Readonly<Record<string, string>>,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const changed = Object.entries(changes).map(([name, expression]) => `'${name}', ${expression}`)
  yield* sql.unsafe(
    `INSERT INTO ${table} SELECT copy.* FROM ${table} t, generate_series(1, ${count}) n,
      LATERAL jsonb_populate_record(t, jsonb_build_object(${changed.join(", ")})) copy WHERE t.${column} = '${value}'`
  )
})

/** Waiting registrations like this session's: each with an employee and a session, confirmed later, and all due. */
export const floodOfCalls = Effect.fnUntraced(function* (
  session: { readonly id: string; readonly employeeId: string },
  count: number
) {
  yield* copies("employees", ["id", session.employeeId], { id: ID, remote_id: "'flood ' || n" }, count)
  yield* copies(
    "onboarding_sessions",
    ["id", session.id],
    { id: ID, employee_id: ID, confirmed_at: "t.confirmed_at + interval '1 hour'" },
    count
  )
  yield* copies(
    "super_selections",
    ["session_id", session.id],
    { id: ID, session_id: ID, display_id: "null" },
    count
  )
  yield* copies(
    "fund_calls",
    ["session_id", session.id],
    { id: ID, session_id: ID, idempotency_key: ID },
    count
  )
})

/** Due webhooks like this delivery, each of an entity of its own; due later, and with later ids. */
export const floodOfWebhooks = Effect.fnUntraced(function* (deliveryId: string, count: number) {
  yield* copies(
    "events",
    ["id", deliveryId],
    { id: LATE_ID, entity_id: LATE_ID, feed_position: "null" },
    count
  )
  yield* copies(
    "webhook_deliveries",
    ["id", deliveryId],
    { id: LATE_ID, entity_id: LATE_ID, due_at: "t.due_at + interval '1 minute'" },
    count
  )
})

/** Jobs that have ended, as many as two busy days leave, and the runs of timers among them. */
export const floodOfJobs = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO effect_queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    SELECT 'flood ' || n, CASE WHEN n % 50 = 0 THEN 'cron:webhook notices' ELSE 'fund-calls' END,
      ${JSON.stringify({ fundId: "x".repeat(36) })}, 'completed', 1, now() - n * interval '0.1 seconds', now(), now()
    FROM generate_series(1, ${count}) n`
})

/** Makes the copies at once. Their references are known to be right, so PostgreSQL needn't look at each. */
export const flood = (...parts: ReadonlyArray<ReturnType<typeof floodOfJobs>>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.andThen(
        sql`SET LOCAL session_replication_role = replica`,
        Effect.forEach(parts, (part) => part, { discard: true })
      )
    )
  )
