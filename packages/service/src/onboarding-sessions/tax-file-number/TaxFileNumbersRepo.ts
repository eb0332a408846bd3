import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { Vault } from "../../platform/crypto/Vault.ts"
import { firstRow } from "../../platform/database/rows.ts"
import type { Moments } from "../../platform/time/BusinessClock.ts"
import { momentOf } from "../../platform/time/due.ts"

/** The owner of a tax file number: its session. */
export interface TaxFileNumberOwner {
  readonly id: S.OnboardingSessionId
  readonly product_id: S.ProductId
}

/** A number as stored, without the sealed number itself. */
export interface StoredMask extends TaxFileNumberOwner {
  readonly given_by: "partner" | "employee"
  /** The last three digits, sealed. */
  readonly masked: Uint8Array
}

/** A tax file number, masked for display. */
export interface MaskedTaxFileNumber {
  readonly masked: S.TfnMasked
  readonly given_by: StoredMask["given_by"]
}

/** The place of a number or of its mask, to which its seal is bound. */
export const cell = (column: "sealed" | "masked", owner: TaxFileNumberOwner) => ({
  table: "tax_file_numbers",
  column,
  tenant: owner.product_id,
  row: owner.id
})

/** Numbers that should be destroyed already, which are none but for the hour between two runs. */
interface OverdueNumbers {
  readonly count: number
  /** For how long the oldest should have been destroyed, in seconds; null if there is none. */
  readonly seconds: number | null
}

/** The statement on overdue numbers, for operators. The condition is that of `removeDue`. */
export const overdueTaxFileNumbers = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const latest = sql.literal("business_now(p.sandboxed) - make_interval(days => pa.tfn_retention_days)")
  return firstRow(sql<OverdueNumbers>`SELECT count(*)::int AS count,
      max(extract(epoch FROM ${latest} - s.ended_at))::float8 AS seconds
    FROM products p JOIN partners pa ON pa.id = p.partner_id
    JOIN tax_file_numbers t ON t.product_id = p.id AND t.inserted_at <= ${latest}
    JOIN onboarding_sessions s ON s.id = t.session_id AND s.ended_at <= ${latest}`)
})

export const taxFileNumbersRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault

  return {
    /** Opens the mask of a number. */
    unmasked: (row: StoredMask): Effect.Effect<MaskedTaxFileNumber> =>
      Effect.map(Effect.orDie(vault.open(cell("masked", row), row.masked)), (text) => ({
        masked: Redacted.value(text) as S.TfnMasked,
        given_by: row.given_by
      })),

    /** The write of a number, which replaces the session's earlier one. */
    putting: ({ sealed, ...row }: StoredMask & { readonly sealed: Uint8Array }, at: Date) =>
      sql`INSERT INTO tax_file_numbers (session_id, product_id, given_by, sealed, masked, inserted_at)
        VALUES (${row.id}, ${row.product_id}, ${row.given_by}, ${sealed}, ${row.masked}, ${at})
        ON CONFLICT (session_id) DO UPDATE SET given_by = excluded.given_by, sealed = excluded.sealed,
          masked = excluded.masked, inserted_at = excluded.inserted_at`,

    removing: (owner: TaxFileNumberOwner) =>
      sql`DELETE FROM tax_file_numbers WHERE session_id = ${owner.id} AND product_id = ${owner.product_id}`,

    masks: (sessionIds: ReadonlyArray<S.OnboardingSessionId>) =>
      sessionIds.length === 0
        ? Effect.succeed([])
        : sql<StoredMask>`SELECT session_id AS id, product_id, given_by, masked
            FROM tax_file_numbers WHERE ${sql.in("session_id", sessionIds)}`,

    /** The sealed number, taken out with its audit entry for the rows `taken`: neither is without the other. */
    takeOut: (owner: TaxFileNumberOwner, audited: Statement.Fragment) =>
      Effect.map(
        sql<{ sealed: Uint8Array }>`WITH taken AS MATERIALIZED (
            SELECT sealed FROM tax_file_numbers WHERE session_id = ${owner.id} AND product_id = ${owner.product_id}
          ), audited AS (${audited})
          SELECT sealed FROM taken`,
        (rows) => rows[0]?.sealed
      ),

    /** Whether the operator permits the product to read whole numbers. */
    mayRead: (productId: S.ProductId) =>
      Effect.map(
        sql`SELECT FROM products WHERE id = ${productId} AND tfn_access_enabled`,
        (rows) => rows.length === 1
      ),

    /**
     * Removes up to `limit` numbers whose session ended longer ago than the partner's retention time, and returns their
     * owners. Skips numbers that another process is removing.
     *
     * A number is stored before its session ends, so each product's oldest numbers are all that can be due. By the end of
     * the sessions alone, PostgreSQL would read every session that there ever was.
     */
    removeDue: (moments: Moments, limit: number) => {
      const latest = sql`${momentOf(sql, "p.sandboxed", moments)} - make_interval(days => pa.tfn_retention_days)`
      return sql<TaxFileNumberOwner>`DELETE FROM tax_file_numbers WHERE session_id = ANY(ARRAY(
          SELECT due.session_id FROM products p JOIN partners pa ON pa.id = p.partner_id
          CROSS JOIN LATERAL (
            SELECT t.session_id FROM tax_file_numbers t
            WHERE t.product_id = p.id AND t.inserted_at <= ${latest}
              AND (SELECT s.ended_at FROM onboarding_sessions s WHERE s.id = t.session_id) <= ${latest}
            ORDER BY t.inserted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) due
          LIMIT ${limit}))
        RETURNING session_id AS id, product_id`
    }
  }
})
