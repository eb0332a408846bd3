import type { OwnDatabase } from "./ownDatabase.ts"

/** Of every table, its number of rows and a digest of what they hold. */
export type Contents = Readonly<Record<string, string>>

/**
 * When a key was last presented changes with every request, also with those that are refused; and an event gets its place
 * in the feed when it is first read there.
 */
const noticed = ["last_used_at", "feed_position"]

/** Counts requests, also refused ones: that is what it is for. */
const counters = ["rate_limits"]

/** What all tables hold. Two that are equal mean that nothing was written between them. */
export const contentsOf = async ({ query }: OwnDatabase): Promise<Contents> => {
  const tables = await query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN (${counters.map((table) => `'${table}'`).join(", ")}) ORDER BY 1`
  )
  const row = `(to_jsonb(t) - ARRAY[${noticed.map((column) => `'${column}'`).join(", ")}])::text`
  const [contents] = await query<{ contents: Contents }>(
    `SELECT jsonb_object_agg(name, digest) AS contents FROM (${tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(${row}, '' ORDER BY ${row}), ''))
             AS digest FROM ${name} t`
      )
      .join(" UNION ALL ")}) AS tables`
  )
  return contents?.contents ?? {}
}
