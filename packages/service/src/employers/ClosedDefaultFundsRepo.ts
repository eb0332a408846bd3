import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { hasRow } from "../platform/database/rows.ts"

/** An employer and the product that it belongs to. */
export interface Concerned {
  readonly id: S.EmployerId
  readonly product_id: S.ProductId
}

/** The SQL statements that find the employers affected by a closed or reopened fund product. */
export const closedDefaultFundsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One issue each time that a product closes: an issue that the partner has resolved stays resolved while it is
  // closed.
  const withoutIssue = sql.literal(`
    FROM employers e
    JOIN employer_default_funds d ON d.employer_id = e.id AND d.ended_at IS NULL
    JOIN fund_products p ON p.id = d.fund_product_id
      AND NOT p.possible_default AND p.possible_default_changed_at IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM employer_issues i WHERE i.employer_id = e.id AND i.kind = 'default_fund_closed'
      AND i.recorded_at >= p.possible_default_changed_at)`)

  return {
    /**
     * Up to `limit` employers after `after` whose current default fund, a product of this fund, has closed or reopened
     * without being marked so; sorted by id.
     */
    toMark: (fundId: string, after: string | undefined, limit: number) =>
      sql<Concerned>`SELECT d.employer_id AS id, d.product_id
        FROM fund_products p JOIN employer_default_funds d ON d.fund_product_id = p.id AND d.ended_at IS NULL
        WHERE p.fund_id = ${fundId} AND p.possible_default = (d.closed_at IS NOT NULL)
          AND (${after ?? null}::uuid IS NULL OR d.employer_id > ${after ?? null}::uuid)
        ORDER BY d.employer_id LIMIT ${limit}`,

    /** Whether the employer's default fund can still be a default. Lock the employer first. */
    isOpen: ({ id }: Pick<Concerned, "id">) =>
      hasRow(sql`SELECT 1 FROM employer_default_funds d JOIN fund_products p ON p.id = d.fund_product_id
        WHERE d.employer_id = ${id} AND d.ended_at IS NULL AND p.possible_default`),

    /** The funds with a product that has closed or opened since its first load. */
    changedFunds: sql<{ readonly id: string }>`
      SELECT DISTINCT fund_id AS id FROM fund_products WHERE possible_default_changed_at IS NOT NULL`,

    /** Locks the fund until the transaction ends, so that no profile of it is loaded and its products don't change. */
    hold: (fundId: string) => sql`SELECT FROM funds WHERE id = ${fundId} FOR SHARE`,

    /** Up to `limit` employers after `after` whose default closed and that have no issue for it yet; locks them. */
    lockWithoutIssue: (fundId: string, after: string | undefined, limit: number) =>
      sql<Concerned>`SELECT e.id, e.product_id ${withoutIssue} AND p.fund_id = ${fundId}
        AND (${after ?? null}::uuid IS NULL OR e.id > ${after ?? null}::uuid)
        ORDER BY e.id LIMIT ${limit} FOR NO KEY UPDATE OF e`,

    /** Checks again under the lock; returns the employers that still have no issue. */
    stillWithoutIssue: (employers: ReadonlyArray<Concerned>) =>
      sql<Concerned>`SELECT e.id, e.product_id ${withoutIssue} AND ${sql.in(
        "e.id",
        employers.map(({ id }) => id)
      )}`,

    /** Up to `limit` issues after `after` that are still open although the employer's default has opened again. */
    obsolete: (fundId: string, after: string | undefined, limit: number) =>
      sql<{ readonly id: S.EmployerIssueId }>`SELECT i.id FROM fund_products p
        JOIN employer_default_funds d ON d.fund_product_id = p.id AND d.ended_at IS NULL
        JOIN employer_issues i ON i.employer_id = d.employer_id AND i.kind = 'default_fund_closed'
          AND i.status = 'open' AND i.recorded_at < p.possible_default_changed_at
        WHERE p.fund_id = ${fundId} AND p.possible_default
          AND (${after ?? null}::uuid IS NULL OR i.id > ${after ?? null}::uuid)
        ORDER BY i.id LIMIT ${limit}`
  }
})
