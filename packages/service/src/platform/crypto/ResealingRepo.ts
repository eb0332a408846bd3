import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../database/rows.ts"
import { KEY_ID_AT, KEY_ID_LENGTH, WRAPPED_HEAD } from "./envelope.ts"

/** A sealed value that another master key than the current one wraps. */
export interface OldValue {
  /** Where the row is in its table, until it is written again. */
  readonly place: string
  /** The bytes up to the nonce, which name the master key and hold the wrapped data key. */
  readonly head: Uint8Array
}

/** A retired master key, by its id in hexadecimal digits. */
export interface RetiredKey {
  readonly id: string
  readonly retired_at: Date
}

const texts = (values: ReadonlyArray<string>) => Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** The statements on all sealed columns, and on retired master keys. */
export const resealingRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const keyOf = (column: string) =>
    sql`substring(${sql(column)} FROM ${sql.literal(String(KEY_ID_AT + 1))} FOR ${sql.literal(String(KEY_ID_LENGTH))})`
  const within = (from: number, to: number) =>
    sql`ctid >= ${`(${from},0)`}::text::tid AND ctid < ${`(${to},0)`}::text::tid`

  return {
    /** How many values each master key wraps in a column. */
    counts: (table: string, column: string) => sql<{ readonly id: string; readonly values: number }>`
      SELECT encode(${keyOf(column)}, 'hex') AS id, count(*)::int AS values
      FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL GROUP BY 1`,

    /** How many pages the table has. */
    pages: (table: string) =>
      Effect.map(
        sql<{ readonly pages: number }>`
          SELECT (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int)::int AS pages`,
        ([row]) => row?.pages ?? 0
      ),

    /**
     * Values on some pages that another key wraps, locked until the transaction ends. Rows that another transaction has
     * locked are left out: so this waits for none of them, and can't be part of a deadlock.
     */
    lockOld: (table: string, column: string, current: Uint8Array, from: number, to: number) => sql<OldValue>`
      SELECT ctid::text AS place, substring(${sql(column)} FROM 1 FOR ${sql.literal(String(WRAPPED_HEAD))}) AS head
      FROM ${sql(table)}
      WHERE ${within(from, to)} AND ${sql(column)} IS NOT NULL AND ${keyOf(column)} <> ${current}
      FOR NO KEY UPDATE SKIP LOCKED`,

    /** Replaces the beginnings of locked values. */
    replace: (
      table: string,
      column: string,
      values: ReadonlyArray<OldValue>,
      from: number,
      to: number
    ) => sql`
      UPDATE ${sql(table)} SET ${sql(column)} = decode(added.head, 'hex')
        || substring(${sql(column)} FROM ${sql.literal(String(WRAPPED_HEAD + 1))})
      FROM unnest(${texts(values.map(({ place }) => place))},
        ${texts(values.map(({ head }) => Buffer.from(head).toString("hex")))}) AS added (place, head)
      WHERE ${within(from, to)} AND ctid = added.place::tid`,

    retired: sql<RetiredKey>`SELECT encode(id, 'hex') AS id, retired_at FROM retired_master_keys ORDER BY retired_at`,

    isRetired: (id: Uint8Array) =>
      Effect.map(firstRow(sql`SELECT FROM retired_master_keys WHERE id = ${id}`), (row) => row !== undefined),

    retire: (id: Uint8Array) =>
      sql`INSERT INTO retired_master_keys (id) VALUES (${id}) ON CONFLICT DO NOTHING`
  }
})
