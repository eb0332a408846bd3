import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The cost of one request and of the whole burst, in seconds. */
export interface BucketCosts {
  readonly one: number
  readonly all: number
}

/** The statements on the buckets of rate limits, by the database's clock. */
export const rateLimitsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const seconds = (count: number) => sql`${count}::float8 * interval '1 second'`

  return {
    /**
     * Counts one request, and returns the seconds until the bucket is full again; undefined if the burst doesn't allow
     * it. A time further ahead than the burst allows was written under another limit, or before the clock was set back:
     * it is ignored.
     */
    move: (ownerId: string, { all, one }: BucketCosts) =>
      Effect.map(
        sql<{ fullIn: number }>`
          INSERT INTO rate_limits AS l (owner_id, full_at) VALUES (${ownerId}, platform_now() + ${seconds(one)})
          ON CONFLICT (owner_id) DO UPDATE SET full_at = ${seconds(one)} + CASE
            WHEN l.full_at BETWEEN platform_now() AND platform_now() + ${seconds(all)} THEN l.full_at
            ELSE platform_now() END
          WHERE l.full_at <= platform_now() + ${seconds(all - one)} OR l.full_at > platform_now() + ${seconds(all)}
          RETURNING extract(epoch FROM full_at - platform_now())::float8 AS "fullIn"`,
        (rows) => rows[0]?.fullIn
      ),

    /** Seconds until the bucket is full again. */
    fullIn: (ownerId: string) =>
      Effect.map(
        sql<{ fullIn: number }>`
          SELECT extract(epoch FROM full_at - platform_now())::float8 AS "fullIn"
          FROM rate_limits WHERE owner_id = ${ownerId}`,
        (rows) => rows[0]?.fullIn
      ),

    removeFull: sql`DELETE FROM rate_limits WHERE full_at <= platform_now()`
  }
})
