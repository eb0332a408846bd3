import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Schema } from "./migrations/index.ts"

/** One thing that migrations make: a table, a column, a function. */
interface Trait {
  /** Kind and name, such as `column products.accent`. */
  readonly name: string
  /** Its definition, as PostgreSQL writes it. */
  readonly definition: string
  readonly table: string | null
  /** Whether the trait limits the program's reads or writes, so that an extra one counts as a difference, too. */
  readonly binds: boolean
}

/** A trait that the database doesn't have as its migration now makes it. */
export interface Difference {
  readonly migration: string
  readonly name: string
  readonly fate: "is missing" | "is another" | "is too many"
}

/**
 * The traits of a schema that is the first of the search path: PostgreSQL then writes no schema before a name. The order
 * of columns and the storage parameters of tables aren't among them: nothing depends on those.
 */
const traitsOf = Effect.fnUntraced(function* (schema: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Trait>`
    WITH own AS (SELECT oid FROM pg_namespace WHERE nspname = ${schema}),
    r AS (
      SELECT c.oid, c.relname, c.relkind, c.relpersistence FROM pg_class c
      WHERE c.relnamespace = (SELECT oid FROM own) AND c.relkind IN ('r', 'v')
    )
    SELECT CASE relkind WHEN 'r' THEN 'table ' ELSE 'view ' END || relname AS name,
      CASE relkind WHEN 'r' THEN relpersistence::text ELSE pg_get_viewdef(oid, true) END AS definition,
      relname::text AS table, false AS binds FROM r
    UNION ALL
    SELECT 'column ' || r.relname || '.' || a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity::text, a.attgenerated::text,
        pg_get_expr(d.adbin, d.adrelid, true)), r.relname, true
    FROM r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    UNION ALL
    SELECT 'constraint ' || r.relname || '.' || k.conname, pg_get_constraintdef(k.oid, true), r.relname, true
    FROM r JOIN pg_constraint k ON k.conrelid = r.oid AND k.contype IN ('c', 'f', 'p', 'u', 'x')
    UNION ALL
    SELECT 'index ' || i.relname, pg_get_indexdef(x.indexrelid, 0, true), r.relname, x.indisunique
    FROM r JOIN pg_index x ON x.indrelid = r.oid JOIN pg_class i ON i.oid = x.indexrelid
    UNION ALL
    SELECT 'trigger ' || r.relname || '.' || t.tgname, pg_get_triggerdef(t.oid, true), r.relname, true
    FROM r JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
      concat_ws(' ', pg_get_function_result(p.oid), l.lanname, p.provolatile::text, p.proparallel::text, p.prosrc),
      NULL, false
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = (SELECT oid FROM own)`
})

/** A schema beside the service's own, which never outlives the comparison. */
const SCRATCH = "embedded_super_compared"

/** Carries the traits out of a transaction that is rolled back. */
class Made extends Data.TaggedError("Made")<{
  readonly expected: ReadonlyMap<string, Trait & { readonly migration: string }>
}> {}

/**
 * Compares the database's schema with the one that the named migrations make now: it runs them into an empty schema, and
 * rolls that back. So no description of a schema has to be kept, and each version of PostgreSQL writes both sides in its
 * own way. Call it in a transaction.
 */
export const differencesOf = Effect.fn("Database.differencesOf")(function* (
  { migrations }: Schema,
  names: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const [own] = yield* sql<{ name: string }>`SELECT current_schema() AS name`
  const actual = new Map((yield* traitsOf(own?.name ?? "public")).map((trait) => [trait.name, trait]))

  const making = Effect.gen(function* () {
    yield* sql`CREATE SCHEMA ${sql(SCRATCH)}`
    yield* sql`SELECT set_config('search_path', ${SCRATCH}, true)`
    const made = new Map<string, Trait & { readonly migration: string }>()
    for (const migration of names.toSorted()) {
      yield* migrations[migration] ?? Effect.void
      const traits = yield* traitsOf(SCRATCH)
      const there = new Set(traits.map(({ name }) => name))
      for (const name of made.keys()) if (!there.has(name)) made.delete(name)
      for (const trait of traits) {
        if (made.get(trait.name)?.definition !== trait.definition)
          made.set(trait.name, { ...trait, migration })
      }
    }
    return yield* new Made({ expected: made })
  })
  const { expected } = yield* sql.withTransaction(making).pipe(Effect.catchTag("Made", Effect.succeed))

  const differences: Array<Difference> = []
  for (const { definition, migration, name } of expected.values()) {
    const found = actual.get(name)
    if (found?.definition === definition) continue
    differences.push({ migration, name, fate: found === undefined ? "is missing" : "is another" })
  }
  for (const { binds, name, table } of actual.values()) {
    const of = table === null ? undefined : expected.get(`table ${table}`)
    if (binds && of !== undefined && !expected.has(name)) {
      differences.push({ migration: of.migration, name, fate: "is too many" })
    }
  }
  return differences
})
