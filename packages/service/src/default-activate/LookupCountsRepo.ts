import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow, hasRow } from "../platform/database/rows.ts"

/** The SQL statements on lookup counts: ABNs of a product in a day, consecutive matches of a fund. */
export const lookupCountsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const today = sql.literal("(platform_now() AT TIME ZONE 'UTC')::date")

  return {
    /** The product's count of today, created if necessary, locked until the transaction ends. */
    lockDay: (productId: S.ProductId) =>
      firstRow(sql<{ readonly taken: number; readonly refused: boolean }>`
        INSERT INTO employer_lookup_days AS d (product_id, day, taken, refused)
        VALUES (${productId}, ${today}, 0, false)
        ON CONFLICT (product_id, day) DO UPDATE SET taken = d.taken RETURNING taken, refused`),

    /** Whether the product has looked up the ABN with this fingerprint today. */
    isCounted: (productId: S.ProductId, key: Uint8Array) =>
      hasRow(
        sql`SELECT FROM employer_lookup_abns WHERE product_id = ${productId} AND day = ${today} AND key = ${key}`
      ),

    countAbn: (productId: S.ProductId, key: Uint8Array) =>
      Effect.andThen(
        sql`INSERT INTO employer_lookup_abns (product_id, day, key) VALUES (${productId}, ${today}, ${key})`,
        sql`UPDATE employer_lookup_days SET taken = taken + 1 WHERE product_id = ${productId} AND day = ${today}`
      ),

    markRefused: (productId: S.ProductId) =>
      sql`UPDATE employer_lookup_days SET refused = true WHERE product_id = ${productId} AND day = ${today}`,

    /** Deletes the days before yesterday. */
    removePast: Effect.andThen(
      sql`DELETE FROM employer_lookup_abns WHERE day < ${today} - 1`,
      sql`DELETE FROM employer_lookup_days WHERE day < ${today} - 1`
    ),

    /** Counts a fund's answer in its current window of `window` lookups; after a full window, a new one begins. */
    countAnswer: (fundId: S.FundId, isMatch: boolean, window: number) =>
      firstRow(sql<{ readonly lookups: number; readonly matches: number }>`
        INSERT INTO employer_match_rates AS r (fund_id, lookups, matches)
        VALUES (${fundId}, 1, ${isMatch ? 1 : 0}::int)
        ON CONFLICT (fund_id) DO UPDATE SET
          lookups = CASE WHEN r.lookups >= ${window} THEN 1 ELSE r.lookups + 1 END,
          matches = CASE WHEN r.lookups >= ${window} THEN excluded.matches ELSE r.matches + excluded.matches END
        RETURNING lookups, matches`)
  }
})
