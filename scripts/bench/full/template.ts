import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Tables that keep rows of each onboarding for weeks, and which of them are the rows of one session. */
const RULES = {
  employees: "id = $employee",
  onboarding_sessions: "id = $session",
  fund_displays: "session_id = $session",
  super_selections: "session_id = $session",
  tax_file_numbers: "session_id = $session",
  choice_forms: "session_id = $session",
  fund_calls: "session_id = $session",
  fund_call_attempts: "call_id IN (SELECT id FROM fund_calls WHERE session_id = $session)",
  events: "entity_id IN ($session, $employee)",
  webhook_deliveries: "entity_id IN ($session, $employee)",
  webhook_attempts:
    "delivery_id IN (SELECT id FROM webhook_deliveries WHERE entity_id IN ($session, $employee))",
  audit_log: "entity_id IN ($session, $employee)"
} as const

/** One completed onboarding, whose rows are copied. */
export interface Template {
  /** The condition that finds its rows, by table. */
  readonly rows: ReadonlyMap<string, string>
  /** Its rows' ids, which each copy needs anew; other ids, such as the product's, stay. */
  readonly ids: ReadonlyArray<string>
}

/** Finds the onboarding that completed last. */
export const findTemplate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [last] = yield* sql<{ session: string; employee: string }>`
    SELECT id AS session, employee_id AS employee FROM onboarding_sessions WHERE state = 'completed'
    ORDER BY id DESC LIMIT 1`
  if (last === undefined) return yield* Effect.die(new Error("No onboarding is completed."))
  const { employee, session } = last
  const rows = new Map(
    Object.entries(RULES).map(([table, where]) => [
      table,
      where.replaceAll("$session", `'${session}'`).replaceAll("$employee", `'${employee}'`)
    ])
  )
  const found = yield* Effect.forEach(rows, ([table, where]) =>
    Effect.gen(function* () {
      const named = yield* sql`SELECT FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND column_name = 'id' AND data_type = 'uuid'`
      if (named.length === 0) return []
      const all = yield* sql.unsafe<{ id: string }>(`SELECT id FROM ${table} WHERE ${where}`)
      return all.map(({ id }) => id)
    })
  )
  return { rows, ids: [...new Set([session, employee, ...found.flat()])] } satisfies Template
})
