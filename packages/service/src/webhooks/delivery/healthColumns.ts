import * as SqlClient from "effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { EndpointHealth } from "./endpointHealth.ts"

/** An endpoint's health as columns of `webhook_leases`, to be read and to be written. */
export const healthColumns = Effect.map(SqlClient.SqlClient, (sql) => {
  const millis = (column: string) => `(extract(epoch FROM l.${column}) * 1000)::float8`
  const moment = (at: number | null) => sql`to_timestamp(${at}::float8 / 1000)`
  return {
    /** For a SELECT or RETURNING over `webhook_leases l`. */
    read: sql.literal(`l.failures_in_row AS "failuresInRow", l.recent, ${millis("probe_at")} AS "probeAt",
      (extract(epoch FROM l.probe_wait) * 1000)::float8 AS "probeWait", l.in_flight AS "inFlight",
      ${millis("last_success_at")} AS "lastSuccessAt", ${millis("failing_since")} AS "failingSince",
      l.failing_messages AS "failingMessages"`),
    /** For the SET of an UPDATE. */
    write: (health: EndpointHealth) => sql`failures_in_row = ${health.failuresInRow},
      recent = ${JSON.stringify(health.recent)}::text::jsonb, probe_at = ${moment(health.probeAt)},
      probe_wait = ${health.probeWait}::float8 * interval '1 ms', in_flight = ${health.inFlight}::int,
      last_success_at = ${moment(health.lastSuccessAt)}, failing_since = ${moment(health.failingSince)},
      failing_messages = ${health.failingMessages}`
  }
})
