import type { OwnDatabase } from "./ownDatabase.ts"

/** For every table, its number of rows and a digest of their contents. */
export type Contents = Readonly<Record<string, string>>

/**
 * Columns that change on reads: a key's last use changes with every request, even a refused one, and an event gets its
 * feed position when it is first read from the feed.
 */
const noticed = ["last_used_at", "feed_position"]

/** Tables that count requests, refused ones included. */
const counters = ["rate_limits"]

/** The contents of all tables. If two are equal, nothing was written between them. */
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
