import * as Effect from "effect/Effect"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqlClient from "effect/sql/SqlClient"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Leftovers, World } from "../world/World.ts"
import { MARKS } from "../registration/registrants.ts"
import { exactly, noted, type Row } from "../Row.ts"
import { credentialBreaker } from "./credentialBreaker.ts"
import { registrationExactlyOnce } from "./registrationExactlyOnce.ts"

/** Personal data or a secret found where it mustn't be. */
interface Hit {
  readonly where: string
  readonly what: string
}

type Wanted = Pick<Leftovers, "secrets" | "tfns">

/** The texts that identify a made-up person, as text and as the hexadecimal digits of its bytes. */
const PERSONAL: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ["a person's name", new RegExp(MARKS.family, "i")],
  ["a person's e-mail address", new RegExp(MARKS.email, "i")],
  ["a person's address", new RegExp(MARKS.street, "i")],
  ["a person's birth date", /1937-[01]\d-[0-3]\d/],
  ...Object.values(MARKS).map(
    (mark) => ["a person's details, as bytes", new RegExp(Buffer.from(mark).toString("hex"))] as const
  )
]

/** Nine digits, also in groups, or as bytes in hexadecimal digits. */
const DIGITS = /(?<!\d)\d{3}[ -]?\d{3}[ -]?\d{3}(?!\d)|(?:3\d){9}/g

const digitsOf = (found: string): string =>
  found.length === 18 ? found.replaceAll(/3(\d)/g, "$1") : found.replaceAll(/[ -]/g, "")

/** The findings in one text. */
const searchText = (where: string, text: string, { secrets, tfns }: Wanted): ReadonlyArray<Hit> => {
  const what = new Set<string>()
  for (const [found] of text.matchAll(DIGITS)) if (tfns.has(digitsOf(found))) what.add("a TFN")
  for (const [name, pattern] of PERSONAL) if (pattern.test(text)) what.add(name)
  for (const { name, value } of secrets) {
    const hex = Buffer.from(value).toString("hex")
    if (text.includes(value) || text.includes(hex)) what.add(name)
  }
  return [...what].map((what) => ({ where, what }))
}

const filesIn = (folder: string, except: ReadonlyArray<string>): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (except.includes(name)) return []
    return statSync(path).isDirectory() ? filesIn(path, except) : [path]
  })

/** Every row of every table, as text: bytes are in hexadecimal digits there. */
const dumpOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`SELECT quote_ident(table_name) AS name
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`
  return yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(sql.unsafe<{ row: string }>(`SELECT t::text AS row FROM ${name} t`), (rows) => ({
      name,
      text: rows.map(({ row }) => row).join("\n")
    }))
  )
})

/** Searches everything that a row left behind. */
const hygieneOf = Effect.fnUntraced(function* (world: World, left: Leftovers) {
  const dumps = yield* Effect.forEach(left.databases, (database) =>
    Effect.map(
      dumpOf.pipe(
        Effect.provide(PgClient.layer({ url: world.server.url(database), maxConnections: 1 })),
        Effect.scoped
      ),
      (tables) => tables.map(({ name, text }) => ({ name: `table ${name} of ${database}`, text }))
    )
  )
  const files = left.folders.flatMap(({ except, path }) =>
    filesIn(path, except).map((file) => ({
      name: file.slice(world.folder.length),
      text: readFileSync(file, "latin1")
    }))
  )
  const all = [...dumps.flat(), ...files, ...left.texts]
  return {
    places: all.length,
    bytes: all.reduce((sum, { text }) => sum + text.length, 0),
    hits: all.flatMap(({ name, text }) => searchText(name, text, left))
  }
})

const PLANTED = `{"note":"tax file number 310 000 110, Quillfeather-abc, 1937-02-28, zquorvex-a@example.com"}`

/** Row 18: the remains of the other rows show no tax file number, name, birth date, address, secret or key. */
export const logHygiene: Row = {
  number: 18,
  title: "log hygiene",
  run: Effect.fnUntraced(function* (context) {
    const { world } = context
    const has = (name: string) => world.leftovers.some((left) => left.name === name)
    if (!has("flood")) yield* Effect.scoped(registrationExactlyOnce.run({ ...context, size: "short" }))
    if (!has("credentials")) yield* Effect.scoped(credentialBreaker.run({ ...context, size: "short" }))
    const searched = yield* Effect.forEach(world.leftovers, (left) => hygieneOf(world, left))
    const hits = searched.flatMap((found) => found.hits)
    const all = new Set(world.leftovers.flatMap(({ tfns }) => [...tfns]))
    const [someone = "310000110"] = all
    const planted = searchText(
      "planted",
      PLANTED.replace("310 000 110", someone.replace(/(...)(...)/, "$1 $2 ")),
      {
        tfns: all,
        secrets: []
      }
    )
    const count = (is: (hit: Hit) => boolean) => hits.filter(is).length
    return {
      runs: `what rows 14 and 15 left behind: ${searched.reduce((sum, { places }) => sum + places, 0)} tables, files and outputs`,
      figures: [
        noted("megabytes searched", searched.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
        noted("people looked for", all.size),
        exactly(
          "tax file numbers found",
          count(({ what }) => what === "a TFN"),
          0
        ),
        exactly(
          "names, birth dates, addresses found",
          count(({ what }) => what.startsWith("a person's")),
          0
        ),
        exactly(
          "keys and secrets found",
          count(({ what }) => what.startsWith("the ")),
          0
        ),
        exactly("of four that were planted, found", new Set(planted.map(({ what }) => what)).size, 4)
      ],
      notes: hits.slice(0, 10).map(({ what, where }) => `${what} in ${where}`)
    }
  })
}
