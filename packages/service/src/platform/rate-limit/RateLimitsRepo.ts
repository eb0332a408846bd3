import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** The cost of one request and of the whole burst, in seconds. */
export interface BucketCosts {
  readonly one: number
  readonly all: number
}

/** The statements on the buckets of rate limits, by the database's clock. */
export const rateLimitsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const seconds = (count: number) => sql.literal(`interval '${count} seconds'`)

  /**
   * Counts one request of the owner that `owners` selects (one column, `owner_id`, and at most one row), and returns the
   * seconds until the bucket is full again as `full_in`; no row if the burst doesn't allow it. A time further ahead than
   * the burst allows was written under another limit, or before the clock was set back: it is ignored.
   */
  const counting = (owners: Fragment, { all, one }: BucketCosts) => sql<{ full_in: number }>`
    INSERT INTO rate_limits AS l (owner_id, full_at)
    SELECT owner_id, platform_now() + ${seconds(one)} FROM (${owners}) AS owners
    ON CONFLICT (owner_id) DO UPDATE SET full_at = ${seconds(one)} + CASE
      WHEN l.full_at BETWEEN platform_now() AND platform_now() + ${seconds(all)} THEN l.full_at
      ELSE platform_now() END
    WHERE l.full_at <= platform_now() + ${seconds(all - one)} OR l.full_at > platform_now() + ${seconds(all)}
    RETURNING extract(epoch FROM full_at - platform_now())::float8 AS full_in`

  return {
    counting,

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
