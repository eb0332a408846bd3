import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow } from "../platform/database/rows.ts"
import type * as S from "@embedded-super/contracts/schemas"
import { inBackground } from "../platform/database/StatementLimits.ts"
import { VALUE_COLUMNS, type Values } from "@embedded-super/rules/employer-list/checkRow"
import type { RowBatch } from "@embedded-super/rules/employer-list/ListReader"
import { KEY_BYTES } from "@embedded-super/rules/employer-list/listKeys"
import type { DuplicateRow } from "@embedded-super/rules/employer-list/judgeList"
import type { StoredFund } from "../funds/FundsRepo.ts"

interface StoredSalt {
  readonly id: string
  readonly sealed: Uint8Array
}

/** A list's data on an employer, and the generations that it was read from. */
export interface ListedEmployer extends Values {
  readonly generation: string
  readonly held_generation: string | null
  readonly is_fresh: boolean
  readonly is_listed: boolean
}

/** How a generation in force or on hold names employers. */
export interface NamingRow {
  readonly generation: string
  readonly held_generation: string | null
  readonly held: boolean | null
  readonly format: "plain" | "hashed"
  readonly salt_id: string | null
  readonly sealed: Uint8Array | null
}

/** Known employers that one statement looks up in a list. */
const KNOWN_AT_ONCE = 2000

const arrayOf = (values: ReadonlyArray<unknown>, oid: number) => Result.getOrThrow(PgTypes.array(values, oid))

/** The value columns, optionally with a table or alias: `u.employer_number`. */
export const columnsOf = (table?: string): string =>
  VALUE_COLUMNS.map((column) => (table === undefined ? column : `${table}.${column}`)).join(", ")

/** The SQL statements on the rows of lists, and on the salts that name employers in them. */
export const entriesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(columnsOf())

  // Sorted by key: two batches with the same employers wait for each other and never deadlock.
  const rowsOf = ({ keys, lines, values }: RowBatch) => sql`
    SELECT substring(${PgTypes.bytea(keys)} FROM ((n - 1) * ${KEY_BYTES}::int + 1)::int FOR ${KEY_BYTES}::int) AS key,
      line, ${columns}
    FROM unnest(${arrayOf(lines, PgTypes.OID.int4)}, ${sql.csv(
      VALUE_COLUMNS.map((column) => sql`${arrayOf(values[column], PgTypes.OID.text)}`)
    )})
      WITH ORDINALITY AS t (line, ${columns}, n)`

  const duplicates = (generation: string, batch: RowBatch) => sql<DuplicateRow & { key: Uint8Array }>`
    WITH u AS (${rowsOf(batch)})
    SELECT greatest(u.line, e.line) AS line, e.key, 
      ROW(${sql.literal(columnsOf("u"))}) IS NOT DISTINCT FROM ROW(${sql.literal(columnsOf("e"))}) AS same
    FROM u JOIN employer_list_entries e ON e.generation = ${generation}::bigint AND e.key = u.key AND e.line <> u.line
    ORDER BY 1`

  return {
    /**
     * Stores a batch and returns the rows that repeat an employer. The first row of an employer is stored; if the values
     * of another differ, neither is kept.
     */
    insert: Effect.fnUntraced(function* (generation: string, batch: RowBatch) {
      if (batch.lines.length === 0) return []
      const [inserted] = yield* sql<{ count: number }>`
        WITH u AS (${rowsOf(batch)}), stored AS (
          INSERT INTO employer_list_entries (generation, key, line, ${columns})
          SELECT ${generation}::bigint, key, line, ${columns} FROM u ORDER BY key, line
          ON CONFLICT DO NOTHING RETURNING 1
        ) SELECT count(*)::int AS count FROM stored`
      if (inserted?.count === batch.lines.length) return []
      const repeated = yield* duplicates(generation, batch)
      const differing = repeated.filter(({ same }) => !same).map(({ key }) => key)
      if (differing.length > 0) {
        yield* sql`UPDATE employer_list_entries SET ${sql.literal(VALUE_COLUMNS.map((column) => `${column} = NULL`).join(", "))}
          WHERE generation = ${generation}::bigint AND key = ANY(${arrayOf(differing, PgTypes.OID.bytea)})`
      }
      return repeated
    }),

    newestSalt: (fundId: S.FundId) =>
      firstRow(sql<StoredSalt>`
        SELECT id, sealed FROM employer_list_salts WHERE fund_id = ${fundId} ORDER BY id DESC LIMIT 1`),

    insertSalt: (fundId: S.FundId, { id, sealed }: StoredSalt) =>
      sql`INSERT INTO employer_list_salts (id, fund_id, sealed, inserted_at)
        VALUES (${id}, ${fundId}, ${sealed}, platform_now())`,

    /** The generations in force and on hold, and how each names employers. */
    namings: (fundId: S.FundId) => sql<NamingRow>`
      SELECT l.generation::text AS generation, l.held_generation::text AS held_generation,
        g.generation = l.held_generation AS held, g.format, g.salt_id, s.sealed
      FROM employer_lists l JOIN employer_list_generations g ON g.generation IN (l.generation, l.held_generation)
      LEFT JOIN employer_list_salts s ON s.id = g.salt_id WHERE l.fund_id = ${fundId}`,

    /** Finds an employer in the generation in force, and in one on hold that shrank. */
    find: (
      fund: StoredFund,
      by: { readonly key: Uint8Array; readonly heldKey: Uint8Array; readonly maxAgeDays: number }
    ) =>
      firstRow(sql<ListedEmployer>`
        SELECT l.generation::text AS generation, l.held_generation::text AS held_generation,
          l.accepted_at > business_now(${fund.simulated}) - make_interval(days => ${by.maxAgeDays}::int) AS is_fresh,
          e.key IS NOT NULL AND (NOT l.held_shrank OR EXISTS (SELECT FROM employer_list_entries h
            WHERE h.generation = l.held_generation AND h.key = ${by.heldKey})) AS is_listed,
          ${sql.literal(columnsOf("e"))}
        FROM employer_lists l
        LEFT JOIN employer_list_entries e ON e.generation = l.generation AND e.key = ${by.key}
        WHERE l.fund_id = ${fund.id}`),

    count: (generation: string) =>
      Effect.map(
        sql<{
          count: number
        }>`SELECT count(*)::int AS count FROM employer_list_entries WHERE generation = ${generation}::bigint`,
        (rows) => rows[0]?.count ?? 0
      ),

    /**
     * Whether a list contains none of the employers that the service knows; false if it knows none. `simulated` selects
     * those of sandbox products. `keyOf` names an employer as the list does.
     */
    matchesNoEmployer: Effect.fnUntraced(function* (
      generation: string,
      simulated: boolean,
      keyOf: (abn: string) => Uint8Array
    ) {
      let after = "00000000-0000-0000-0000-000000000000"
      let known = 0
      for (;;) {
        const page = yield* sql<{ id: string; abn: string }>`SELECT e.id, e.abn FROM employers e
          JOIN products p ON p.id = e.product_id
          WHERE p.sandboxed = ${simulated} AND e.id > ${after} ORDER BY e.id LIMIT ${KNOWN_AT_ONCE}`
        const last = page.at(-1)
        if (last === undefined) return known > 0
        known += page.length
        after = last.id
        const keys = page.map(({ abn }) => keyOf(abn))
        const found = yield* sql`SELECT FROM employer_list_entries
          WHERE generation = ${generation}::bigint AND key = ANY(${arrayOf(keys, PgTypes.OID.bytea)}) LIMIT 1`
        if (found.length > 0) return false
      }
    }),

    /** Deletes the generations that are neither in use nor being written by an import. */
    forgetUnused: Effect.gen(function* () {
      const unused = yield* sql<{ generation: string }>`
        SELECT g.generation::text AS generation FROM employer_list_generations g
        JOIN employer_list_files f ON f.id = g.file_id
        WHERE NOT EXISTS (SELECT FROM employer_lists l WHERE g.generation IN (l.generation, l.held_generation))
          AND (f.generation IS DISTINCT FROM g.generation OR f.state <> 'importing')`
      for (const { generation } of unused) {
        yield* sql`DELETE FROM employer_list_entries WHERE generation = ${generation}::bigint`.pipe(
          Effect.andThen(sql`DELETE FROM employer_list_generations WHERE generation = ${generation}::bigint`),
          inBackground(sql)
        )
      }
    })
  }
})
