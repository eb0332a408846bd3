/**
 * The statements that the service sends for one call: their texts and parameters, as they go over the wire. So the bare
 * server runs those of this commit, and not copies that someone has to keep up to date.
 */
import * as Effect from "effect/Effect"
import { type AddressInfo, connect, createServer } from "node:net"
import * as SqlClient from "effect/sql/SqlClient"
import type { Service } from "./service.ts"

/** Of the messages that a client of PostgreSQL sends, the first has no letter before its length. */
const STARTUP_HEAD = 4
const HEAD = 5

/** Reads a client's messages one after the other, however they are cut into chunks: the letter ("" for the first), and what follows its length. */
const clientMessages = (onMessage: (letter: string, body: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarted ? HEAD : STARTUP_HEAD
      if (rest.length < head) return
      const length = rest.readUInt32BE(head - 4) + head - 4
      if (rest.length < length) return
      onMessage(isStarted ? String.fromCharCode(rest[0] ?? 0) : "", rest.subarray(head, length))
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}

/** A parameter: base64 of its bytes, and whether they are in PostgreSQL's binary format. */
interface Parameter {
  readonly bytes: string | null
  readonly isBinary: boolean
}

export interface Recorded {
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** Takes the parts of a message apart. */
const reader = (body: Buffer) => {
  let at = 0
  const take = (count: number) => body.subarray(at, (at += count))
  return {
    text: () => {
      const end = body.indexOf(0, at)
      const text = body.toString("utf8", at, end)
      at = end + 1
      return text
    },
    small: () => take(2).readInt16BE(),
    bytes: () => {
      const length = take(4).readInt32BE()
      return length === -1 ? null : take(length).toString("base64")
    }
  }
}

/** A proxy in front of PostgreSQL that records; it ends with the scope. */
export const startRecorder = Effect.fnUntraced(function* (postgres: number) {
  let recorded: Array<Recorded> | undefined
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: "127.0.0.1", port: postgres, noDelay: true })
    const texts = new Map<string, string>()
    const read = clientMessages((letter, body) => {
      const from = reader(body)
      if (letter === "P") texts.set(from.text(), from.text())
      if (letter !== "B") return
      from.text()
      const text = texts.get(from.text()) ?? ""
      const formats = Array.from({ length: from.small() }, from.small)
      const parameters = Array.from({ length: from.small() }, (_, nth) => ({
        bytes: from.bytes(),
        isBinary: (formats.length === 1 ? formats[0] : formats[nth]) === 1
      }))
      recorded?.push({ text, parameters })
    })
    client.on("data", read)
    client.pipe(upstream).pipe(client)
    client.on("error", () => upstream.destroy())
    upstream.on("error", () => client.destroy())
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => void server.close())
  )
  const once = (call: () => Promise<unknown>) =>
    Effect.promise(async () => {
      const statements = (recorded = [])
      await call()
      recorded = undefined
      return statements as ReadonlyArray<Recorded>
    })
  const texts = (statements: ReadonlyArray<Recorded>) => statements.map(({ text }) => text).join("\n")
  return {
    port: (server.address() as AddressInfo).port,
    /** The statements of a call. Repeats it until two calls in a row send the same: then no background work is among them. */
    of: Effect.fnUntraced(function* (call: () => Promise<unknown>) {
      let before = yield* once(call)
      for (;;) {
        const now = yield* once(call)
        if (texts(now) === texts(before)) return now
        before = now
      }
    })
  }
})

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
