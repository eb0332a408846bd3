import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Moments } from "./BusinessClock.ts"

/**
 * A condition: the time in `column` has come, for a row that is `simulated` (both SQL, not values).
 *
 * The first half is the same for every row, so that an index on `column` serves it; since simulated time is never
 * behind, it loses no row. The second half is exact.
 */
export const isDue = (sql: SqlClient.SqlClient, column: string, simulated: string) =>
  sql.literal(`(${column} <= business_now(true) AND ${column} <= business_now(${simulated}))`)

/** Like `isDue`, by `BusinessClock.moments`, or by moments shifted back from them by a fixed time. */
export const isPast = (sql: SqlClient.SqlClient, column: string, simulated: string, moments: Moments) =>
  sql`(${sql.literal(column)} <= ${moments.simulated}
    AND ${sql.literal(column)} <= ${momentOf(sql, simulated, moments)})`

/** The one of the two moments that applies to a row that is `simulated` (SQL, not a value). */
export const momentOf = (sql: SqlClient.SqlClient, simulated: string, moments: Moments) =>
  sql`CASE WHEN ${sql.literal(simulated)} THEN ${moments.simulated}::timestamptz ELSE ${moments.live}::timestamptz END`

/** The current time in SQL for a product's entities. */
export const nowOfProduct = (sql: SqlClient.SqlClient, productId: string) =>
  sql`business_now((SELECT sandboxed FROM products WHERE id = ${productId}))`

/** The current time in SQL for a fund's entities. */
export const nowOfFund = (sql: SqlClient.SqlClient, fundId: string) =>
  sql`business_now((SELECT simulated FROM funds WHERE id = ${fundId}))`

/** The moments that are `by` earlier than these. */
export const before = (
  { live, simulated }: Moments,
  by: Partial<DateTime.DateTime.PartsForMath>
): Moments => {
  const earlier = (moment: Date) => DateTime.toDateUtc(DateTime.subtract(DateTime.makeUnsafe(moment), by))
  return { live: earlier(live), simulated: earlier(simulated) }
}

/**
 * How far business time is ahead, in milliseconds, as SQL, for a row that is `simulated` (SQL, not a value). For a row that
 * has it, `nowAhead` computes the time without a further statement.
 */
export const aheadOf = (simulated: string): string =>
  `CASE WHEN ${simulated} THEN (extract(epoch FROM clock_ahead()) * 1000)::float8 ELSE 0 END`

/** The business time of a row that carries how far its time is ahead. */
export const nowAhead = (ahead: number): Effect.Effect<Date> =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date(now + ahead))
