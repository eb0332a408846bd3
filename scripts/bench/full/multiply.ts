/**
 * Copies one onboarding's rows a million times, by SQL alone, so that the tables are as full as after a busy month. It
 * reads the schema, so that a new column or table index needs no change here.
 *
 * A copy has ids of its own, made from the template's and the copy's number, so that rows of different tables still
 * belong together. Like all ids of the service they begin with the time, and the copies are spread over 25 days: nothing
 * is old enough to be deleted.
 *
 * The trap: with ten million rows the indexes take longer than the rows. So they are switched off meanwhile, and built
 * once afterwards.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Template } from "./template.ts"

const DAYS = 25

/** Copies of one statement. */
const AT_ONCE = 50_000

interface Column {
  readonly name: string
  readonly type: string
  /** Must be different in each copy, and no id of the copy is in the same unique index. */
  readonly isUnique: boolean
}

/** new_id(old, n, of): the id that stands for an old one in the nth of so many copies. */
const NEW_ID = `CREATE FUNCTION bench_new_id(old uuid, n bigint, before interval) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM timestamptz '2020-01-01' + before) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(old::text || n), 1, 3) || '8' || substr(md5(old::text || n), 4, 15))::uuid $$`

/** The columns of a table; those that are computed can't be written. */
const columnsOf = Effect.fnUntraced(function* (table: string, ids: ReadonlyArray<string>, where: string) {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ name: string; type: string }>`
    SELECT column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`
  const indexes = yield* sql<{ columns: ReadonlyArray<string> }>`
    SELECT array_agg(a.attname::text) AS columns FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indrelid = ${table}::regclass AND i.indisunique GROUP BY i.indexrelid`
  const uuids = columns.filter(({ type }) => type === "uuid").map(({ name }) => name)
  const own = new Set<string>()
  for (const name of uuids) {
    const found = yield* sql.unsafe(
      `SELECT FROM ${table} WHERE (${where}) AND ${name} IN (${ids.map((id) => `'${id}'`).join(",")}) LIMIT 1`
    )
    if (found.length > 0) own.add(name)
  }
  const unique = new Set(
    indexes.filter((index) => !index.columns.some((name) => own.has(name))).flatMap((index) => index.columns)
  )
  return columns.map(({ name, type }): Column => ({ name, type, isUnique: unique.has(name) }))
})

/** What a column of the nth copy holds. A form's bytes are left out: a million of them would be fifty gigabytes. */
const valueOf = ({ isUnique, name, type }: Column, ids: string): string => {
  if (type === "uuid")
    return `CASE WHEN t.${name} = ANY(${ids}) THEN bench_new_id(t.${name}, n, at) ELSE t.${name} END`
  if (type === "timestamp with time zone") return `t.${name} - (now() - timestamptz '2020-01-01') + at`
  if (type === "text" && isUnique) return `t.${name} || ' ' || n`
  if (type === "bytea" && isUnique) return `sha256(t.${name} || n::text::bytea)`
  if (type === "bytea") return `CASE WHEN length(t.${name}) < 2000 THEN t.${name} END`
  return name === "feed_position" ? "NULL" : `t.${name}`
}

/** Fills the tables with so many copies. */
export const multiply = Effect.fnUntraced(function* (
  { ids, rows }: Template,
  copies: number,
  say: (text: string) => Effect.Effect<void>
) {
  const sql = yield* SqlClient.SqlClient
  const tables = [...rows.keys()]
  const these = `ARRAY[${tables.map((table) => `'${table}'::regclass`).join(",")}]`
  yield* sql.unsafe(NEW_ID)
  yield* sql.unsafe("SET session_replication_role = replica")
  yield* sql.unsafe("SET synchronous_commit = off")
  yield* sql.unsafe("SET maintenance_work_mem = '1GB'")
  const statements = yield* Effect.forEach(rows, ([table, where]) =>
    Effect.gen(function* () {
      const columns = yield* columnsOf(table, ids, where)
      // Without an index the template couldn't be found among its copies.
      yield* sql.unsafe(`CREATE TEMP TABLE bench_${table} AS SELECT * FROM ${table} WHERE ${where}`)
      const all = `ARRAY[${ids.map((id) => `'${id}'`).join(",")}]::uuid[]`
      const names = columns.map(({ name }) => name).join(", ")
      const values = columns.map((column) => valueOf(column, all)).join(", ")
      return (from: number, to: number) => `
        INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values}
        FROM generate_series(${from}, ${to}) AS n
        CROSS JOIN LATERAL (SELECT now() - timestamptz '2020-01-01'
          - make_interval(secs => ${DAYS * 86_400}.0 * (${copies} - n + 1) / ${copies}) AS at) AS moved
        CROSS JOIN bench_${table} t`
    })
  )
  yield* sql.unsafe(
    `UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = ANY(${these}::oid[])`
  )
  for (let from = 1; from <= copies; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, copies)
    for (const statement of statements) yield* sql.unsafe(statement(from, to))
    yield* say(`${to} of ${copies} onboardings are copied`)
  }
  for (const table of tables) yield* sql.unsafe(`REINDEX TABLE ${table}`)
  yield* say("the indexes are built")
})
