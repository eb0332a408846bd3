import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { OwnDatabase } from "../database/ownDatabase.ts"
import { type Trace, traceOf } from "./search.ts"

/** All rows of all tables, bytea as hex, as in a dump. */
export const databaseTraces = async ({ query }: OwnDatabase): Promise<ReadonlyArray<Trace>> => {
  const tables = await query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
  )
  const traces: Array<Trace> = []
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)
    traces.push(traceOf(`table ${name}`, rows.map(({ text }) => text).join("\n")))
  }
  return traces
}

/** Every file below a folder, its name included. */
export const folderTraces = (what: string, folder: string): ReadonlyArray<Trace> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name)
    const where = `${what} ${name}`
    const traces = [traceOf(`the name of ${where}`, name)]
    return statSync(path).isFile() ? [...traces, traceOf(where, readFileSync(path))] : traces
  })

/** The answers at these URLs, as a browser gets them. */
export const pageTraces = async (urls: ReadonlyArray<string>): Promise<ReadonlyArray<Trace>> =>
  Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      return traceOf(`page ${new URL(url).pathname}`, new Uint8Array(await response.arrayBuffer()))
    })
  )
