import * as Effect from "effect/Effect"
import type { EmployeeId, EmployerId } from "@embedded-super/contracts/schemas"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerIssues } from "@embedded-super/service/onboarding"
import { newId } from "@embedded-super/service/platform"
import type { anAddress } from "./Bench.ts"

const BATCH = 1000

/** The system opens so many employer issues, one for each employee, and then resolves them: two webhooks each. */
export const openAndResolve = Effect.fnUntraced(function* (
  { productId }: Effect.Success<ReturnType<typeof anAddress>>,
  issues: number
) {
  const sql = yield* SqlClient.SqlClient
  const service = yield* EmployerIssues
  const employerId = (yield* newId) as EmployerId
  yield* sql`INSERT INTO employers (id, product_id, remote_id, abn, name, inserted_at, updated_at)
    VALUES (${employerId}, ${productId}, ${employerId}, '51824753556', 'Wattle Pty Ltd', now(), now())`
  const employees = yield* sql<{ id: EmployeeId }>`
    INSERT INTO employees (id, product_id, employer_id, remote_id, inserted_at, updated_at)
    SELECT gen_random_uuid(), ${productId}, ${employerId}, 'employee ' || n, now(), now()
    FROM generate_series(1, ${issues}::int) n RETURNING id`
  const kind = "undefaulted_abandonment" as const
  for (let from = 0; from < issues; from += BATCH) {
    const some = employees.slice(from, from + BATCH)
    yield* sql.withTransaction(
      service.openMany(some.map(({ id }) => ({ productId, employerId, employeeId: id, kind })))
    )
  }
  for (let from = 0; from < issues; from += BATCH) {
    const some = employees.slice(from, from + BATCH)
    yield* sql.withTransaction(
      service.resolveMany(some.map(({ id }) => ({ employerId, employeeId: id, kinds: [kind] })))
    )
  }
})

/** Whether each of an endpoint's webhooks came once, and each entity's in their order. Returns the problems. */
export const verified = Effect.fnUntraced(function* (endpointId: string, ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string; entity: string; seq: number; state: string; attempts: number }>`
    SELECT 'msg_' || d.id AS id, d.entity_id AS entity, d.seq, d.state, d.attempts FROM webhook_deliveries d
    WHERE d.endpoint_id = ${endpointId} AND EXISTS (SELECT FROM webhook_attempts a WHERE a.delivery_id = d.id)`
  const known = new Map(rows.map((row) => [row.id, row]))
  const latest = new Map<string, number>()
  let outOfOrder = 0
  for (const id of ids) {
    const row = known.get(id)
    if (row === undefined) continue
    if (row.seq < (latest.get(row.entity) ?? 0)) outOfOrder += 1
    latest.set(row.entity, row.seq)
  }
  return {
    outOfOrder,
    recorded: rows.filter(({ attempts, state }) => state === "delivered" && attempts >= 1).length,
    repeated: ids.length - new Set(ids).size
  }
})
