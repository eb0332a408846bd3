import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../platform/database/rows.ts"
import type { HeldTable } from "./heldTables.ts"

/** A person, by the ids of what the service has of them. */
export interface Person {
  readonly product_id: string
  /** Null if there is only an intent yet. */
  readonly employee_id: string | null
  readonly sessions: ReadonlyArray<string>
  readonly intents: ReadonlyArray<string>
}

/** A row as JSON; bytes are `\x` and hexadecimal digits. */
export type Row = Readonly<Record<string, unknown>>

/** The operator's statements on all that is held of a person, in any product. */
export const peopleRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const idsOf = ({ by: { of } }: HeldTable, person: Person): ReadonlyArray<string> => {
    const employee = person.employee_id === null ? [] : [person.employee_id]
    if (of === "session") return person.sessions
    if (of === "intent") return person.intents
    return of === "employee" ? employee : [...employee, ...person.sessions, ...person.intents]
  }

  return {
    /** The person of a session, an employee or an intent; undefined if there is none with this id. */
    find: (id: string) =>
      firstRow(sql<Person>`
        WITH one AS (
          SELECT id FROM employees WHERE id = ${id}
          UNION SELECT employee_id FROM onboarding_sessions WHERE id = ${id} OR intent_id = ${id}
        )
        SELECT e.product_id, e.id AS employee_id, coalesce(s.sessions, '{}') AS sessions, coalesce(s.intents, '{}') AS intents
        FROM one JOIN employees e ON e.id = one.id
        CROSS JOIN LATERAL (
          SELECT array_agg(o.id::text ORDER BY o.id) AS sessions,
            array_agg(o.intent_id::text ORDER BY o.id) FILTER (WHERE o.intent_id IS NOT NULL) AS intents
          FROM onboarding_sessions o WHERE o.employee_id = e.id
        ) s
        UNION ALL
        SELECT product_id, NULL, '{}', ARRAY[id::text] FROM onboarding_session_intents
        WHERE id = ${id} AND NOT EXISTS (SELECT FROM one)
        LIMIT 1`),

    /** The person's rows of a table. */
    rows: (held: HeldTable, person: Person) => {
      const ids = idsOf(held, person)
      if (ids.length === 0) return Effect.succeed<ReadonlyArray<Row>>([])
      return Effect.map(
        sql<{ readonly row: Row }>`SELECT to_jsonb(t) AS row FROM ${sql(held.table)} t
          WHERE ${sql.in(held.by.column, ids)}`,
        (rows) => rows.map(({ row }) => row)
      )
    },

    /** Attempts at calls to funds and at webhooks, without their bodies. */
    attempts: (person: Person) =>
      person.sessions.length === 0
        ? Effect.succeed<ReadonlyArray<Row>>([])
        : Effect.map(
            sql<{ readonly row: Row }>`SELECT to_jsonb(a) AS row FROM fund_call_attempts a
              JOIN fund_calls c ON c.id = a.call_id WHERE ${sql.in("session_id", person.sessions)} ORDER BY a.id`,
            (rows) => rows.map(({ row }) => row)
          )
  }
})
