/**
 * The same calls without the service: bare `node:http` with `pg`. A read runs the statements that the service runs; a write
 * inserts the rows that the service inserts, in one transaction, under new ids. Its parent's first message says what;
 * it answers with its port.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import process from "node:process"
import pg from "pg"
import type { InsertedRow, Recorded } from "./recorded.ts"

export interface BareJob {
  readonly url: string
  readonly pool: number
  readonly reads: ReadonlyArray<Recorded>
  readonly rows: ReadonlyArray<InsertedRow>
  /** The `remote_id` of the call that inserted the rows. */
  readonly remoteId: string
}

export interface Bare {
  readonly port: number
  readonly pid: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const valueOf = ({ bytes, isBinary }: Recorded["parameters"][number]) => {
  if (bytes === null) return null
  const value = Buffer.from(bytes, "base64")
  return isBinary ? value : value.toString("utf8")
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString("utf8"))
}

const serve = ({ pool: max, reads, remoteId, rows, url }: BareJob): void => {
  const pool = new pg.Pool({ connectionString: url, max })
  const statements = reads.map(({ parameters, text }, nth) => ({
    name: `read_${nth}`,
    text,
    values: parameters.map(valueOf)
  }))
  const inserts = rows.map(({ table, values }, nth) => {
    const names = Object.keys(values)
    const places = names.map((_, place) => `$${place + 1}`)
    return {
      name: `write_${nth}`,
      text: `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${places.join(", ")})`,
      columns: Object.entries(values)
    }
  })
  // The values that are new with each write: the rows' own ids, wherever they are.
  const ids = [...new Set(rows.flatMap(({ values }) => values["id"] ?? []))].filter((id) => UUID.test(id))

  const read = async () => {
    const client = await pool.connect()
    let row: unknown
    for (const statement of statements)
      ({
        rows: [row]
      } = await client.query(statement))
    client.release()
    return row
  }

  const write = async (body: Record<string, string>) => {
    const fresh = new Map(ids.map((id) => [id, randomUUID() as string]))
    fresh.set(remoteId, body["remote_id"] ?? "")
    const renewed = (text: string) => {
      let now = text
      for (const [old, id] of fresh) now = now.replaceAll(old, id)
      return now
    }
    const client = await pool.connect()
    await client.query("BEGIN")
    for (const { columns, name, text } of inserts) {
      const values = columns.map(([column, value]) =>
        value === null
          ? null
          : column === "key_digest"
            ? `\\x${randomBytes((value.length - 2) / 2).toString("hex")}`
            : renewed(value)
      )
      await client.query({ name, text, values })
    }
    await client.query("COMMIT")
    client.release()
    return { id: fresh.get(ids[0] ?? ""), ...body }
  }

  const server = createServer((request, response) => {
    const done = request.method === "POST" ? bodyOf(request).then(write) : read()
    done.then(
      (data) => {
        const text = JSON.stringify({ data })
        response
          .writeHead(request.method === "POST" ? 201 : 200, {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text)
          })
          .end(text)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      }
    )
  })
  server.listen(0, "127.0.0.1", () =>
    process.send?.({ port: (server.address() as AddressInfo).port, pid: process.pid } satisfies Bare)
  )
}

process.once("message", serve)
process.on("disconnect", () => process.exit(0))
