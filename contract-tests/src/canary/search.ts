import { gunzipSync, inflateSync } from "node:zlib"
import { canaries } from "@embedded-super/program/testing/zephyrine"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { OwnDatabase } from "../database/ownDatabase.ts"

/** A form of a value: plain, or encoded on the way. */
interface Form {
  readonly name: string
  readonly text: string
}

/** Base64 of the value at each of the three offsets: the part that doesn't depend on the neighbouring bytes. */
const base64 = (value: string): ReadonlyArray<string> =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${" ".repeat(offset)}${value}`)
      .toString("base64")
      .replace(/=+$/, "")
    const isWhole = (offset + Buffer.byteLength(value)) % 3 === 0
    return encoded.slice([0, 2, 3][offset], isWhole ? undefined : -1)
  })

const escaped = (value: string): string =>
  [...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")

const percent = (value: string): string =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")

/** Every form of a value. Searches fold case, except in base64. */
export const formsOf = (value: string): ReadonlyArray<Form> => {
  const forms: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["plain", [value]],
    ["base64", base64(value)],
    ["base64url", base64(value).map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))],
    ["hex", [Buffer.from(value).toString("hex")]],
    ["URL-encoded", [encodeURIComponent(value), value.replaceAll(" ", "+"), percent(value)]],
    ["JSON-escaped", [escaped(value)]],
    ["UTF-16", [Buffer.from(value, "utf16le").toString("latin1")]]
  ]
  return forms.flatMap(([name, texts]) =>
    [...new Set(texts)].filter((text) => name === "plain" || text !== value).map((text) => ({ name, text }))
  )
}

/** Data that was left behind: its place and its bytes. */
export interface Trace {
  readonly where: string
  readonly bytes: Buffer
}

export const traceOf = (where: string, content: string | Uint8Array): Trace => ({
  where,
  bytes: Buffer.from(content as string)
})

const needles = Object.entries(canaries).flatMap(([what, values]) =>
  values.flatMap((value) => formsOf(value).map((form) => ({ what, ...form })))
)

/** The bytes as they are, and unpacked if they are packed. */
const readings = (bytes: Buffer): ReadonlyArray<string> => {
  const read = [bytes.toString("latin1")]
  for (const unpack of [gunzipSync, inflateSync]) {
    try {
      read.push(unpack(bytes).toString("latin1"))
    } catch {
      // Not packed in this way.
    }
  }
  return read
}

/** The canaries found, and their places: `the TFN, in base64, in table x`. */
export const found = (traces: ReadonlyArray<Trace>): ReadonlyArray<string> => [
  ...new Set(
    traces.flatMap(({ bytes, where }) =>
      readings(bytes).flatMap((text) => {
        const folded = text.toLowerCase()
        return needles
          .filter(({ name, text: needle }) =>
            name.startsWith("base64") ? text.includes(needle) : folded.includes(needle.toLowerCase())
          )
          .map(({ name, what }) => `${what}, ${name}, in ${where}`)
      })
    )
  )
]

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
