import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The statements on the database's clock and on how far simulated time is ahead of it, in milliseconds. */
export const clockRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal("(extract(epoch FROM ahead) * 1000)::float8 AS millis")
  const first = (rows: ReadonlyArray<{ readonly millis: number }>) => rows[0]?.millis

  return {
    now: Effect.map(
      sql<{ millis: number }>`SELECT (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS millis`,
      first
    ),

    ahead: Effect.map(
      sql<{ millis: number }>`SELECT ${columns} FROM clock_offset`,
      (rows) => first(rows) ?? 0
    ),

    /** The lead of a product's entities: 0 for a live product. */
    aheadOf: (productId: string) =>
      Effect.map(
        sql<{ millis: number }>`SELECT ${columns} FROM clock_offset
          WHERE EXISTS (SELECT FROM products WHERE id = ${productId} AND sandboxed)`,
        (rows) => first(rows) ?? 0
      ),

    /** Increases the offset, and returns the new offset; undefined if it would be more than `furthest`. */
    advance: (by: number, furthest: number) =>
      Effect.map(
        sql<{ millis: number }>`
          UPDATE clock_offset SET ahead = ahead + ${by}::float8 * interval '1 ms'
          WHERE ahead <= ${furthest - by}::float8 * interval '1 ms' RETURNING ${columns}`,
        first
      )
  }
})
