import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Moves the database's clock, for the rest of the file: work that falls due in that time becomes due now. */
export const passTime = Effect.fnUntraced(function* (duration: Duration.Input) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ passed: number }>`
    SELECT extract(epoch FROM platform_now() - statement_timestamp())::float8 AS passed`
  const seconds = Math.round(((row?.passed ?? 0) + Duration.toSeconds(duration)) * 1000) / 1000
  yield* sql`CREATE OR REPLACE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT statement_timestamp() + interval '${sql.literal(String(seconds))} seconds' $$`
})
