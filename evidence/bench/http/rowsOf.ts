import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Service } from "./service.ts"

/** A row that a call inserted: the text of each column. */
export interface InsertedRow {
  readonly table: string
  readonly values: Readonly<Record<string, string | null>>
}

/** The rows that a call inserts, those that others refer to first. The database must be used by nobody else. */
export const rowsOf = ({ ask }: Service, call: () => Promise<unknown>) =>
  ask(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{
        table: string
        columns: ReadonlyArray<string>
        needs: ReadonlyArray<string>
      }>`
        SELECT c.relname AS table,
          (SELECT array_agg(quote_ident(a.attname)::text ORDER BY a.attnum) FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity <> 'a') AS columns,
          (SELECT coalesce(array_agg(DISTINCT k.confrelid::regclass::text), '{}') FROM pg_constraint k
            WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
        FROM pg_class c
        WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.relnamespace = 'public'::regnamespace`
      const [before] = yield* sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`
      yield* Effect.promise(call)
      const found: Array<InsertedRow & { readonly needs: ReadonlyArray<string> }> = []
      for (const { columns, needs, table } of tables) {
        if (table === "effect_queue") continue
        const rows = yield* sql<{ values: Record<string, string | null> }>`
          SELECT (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(to_jsonb(t))) AS values
          FROM ${sql.literal(table)} t WHERE t.xmin::text::bigint > ${before?.id ?? "0"}::bigint`
        const known = new Set(columns.map((column) => column.replaceAll('"', "")))
        for (const { values } of rows) {
          const own = Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)))
          found.push({ table, needs, values: own })
        }
      }
      const ordered: Array<InsertedRow> = []
      while (found.length > 0) {
        const next = found.findIndex(({ needs }) => !found.some(({ table }) => needs.includes(table)))
        const [row] = found.splice(Math.max(next, 0), 1)
        if (row !== undefined) ordered.push({ table: row.table, values: row.values })
      }
      return ordered
    })
  )
