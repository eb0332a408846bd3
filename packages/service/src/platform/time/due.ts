import type * as SqlClient from "effect/sql/SqlClient"
import type { Moments } from "./BusinessClock.ts"

/**
 * A condition: the moment in `column` has come, for a row that is `simulated` (both SQL, not values).
 *
 * The first half alone is the same for every row, so that an index on `column` serves it; since simulated things are
 * never behind, it loses no row. The second half is exact.
 */
export const isDue = (sql: SqlClient.SqlClient, column: string, simulated: string) =>
  sql.literal(`(${column} <= business_now(true) AND ${column} <= business_now(${simulated}))`)

/** The same by `BusinessClock.moments`, or by moments that lie as long before them. */
export const isPast = (
  sql: SqlClient.SqlClient,
  column: string,
  simulated: string,
  { live, simulated: latest }: Moments
) =>
  sql`(${sql.literal(column)} <= ${latest} AND ${sql.literal(column)}
    <= CASE WHEN ${sql.literal(simulated)} THEN ${latest}::timestamptz ELSE ${live}::timestamptz END)`

/** The moments that lie so many milliseconds before these. */
export const before = ({ live, simulated }: Moments, millis: number): Moments => ({
  live: new Date(live.getTime() - millis),
  simulated: new Date(simulated.getTime() - millis)
})
