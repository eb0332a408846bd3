import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { processOf } from "../config/program.ts"

/**
 * The processes on the database, each with its number of sessions, by the names of these. The trap: behind a pooler in transaction
 * mode, a session has the name of the client that used it last.
 */
export const processesHere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* sql<{ readonly application_name: string; readonly connections: number }>`
    SELECT application_name, count(*)::int AS connections
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''
    GROUP BY application_name ORDER BY application_name`
  return sessions.flatMap(({ application_name, connections }) => {
    const named = processOf(application_name)
    return named === undefined ? [] : [{ ...named, connections }]
  })
})
