import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../../test/TestDatabase.ts"
import { newId } from "../../ids/newId.ts"
import { migrate } from "../migrate.ts"

/** The migration's name, and the tables as they were before it. */
const NAME = "0016_embed_openings"
const before = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE products DROP COLUMN target_origins, DROP COLUMN help_url, DROP COLUMN help_email,
    DROP COLUMN accent, ADD COLUMN target_origin text CHECK (target_origin ~ '^https?://[^/?#@[:space:]]+$')`
  yield* sql`ALTER TABLE embed_sessions DROP COLUMN language`
  yield* sql`DELETE FROM migration_digests WHERE name = ${NAME}`
})

layer(TestDatabase.layer)("the migration from one origin to several", (it) => {
  it.effect("keeps each product's origin as browsers write it, and drops what is none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* before
      const partner_id = yield* newId
      yield* sql`INSERT INTO partners ${sql.insert({ id: partner_id, name: "Wattle", slug: "wattle" })}`
      const products = [
        ["exact", "https://payroll.example.com:8443"],
        ["capitals", "https://Payroll.example.com"],
        ["none", null],
        ["wildcard", "https://*.example.com"],
        ["policy", "https://a.example.com;sandbox"]
      ] as const
      for (const [slug, target_origin] of products) {
        const row = { id: yield* newId, partner_id, name: slug, slug, target_origin }
        yield* sql`INSERT INTO products ${sql.insert(row)}`
      }
      assert.deepStrictEqual(yield* migrate(), [NAME])
      const rows = yield* sql<{ slug: string; target_origins: ReadonlyArray<string> }>`
        SELECT slug, target_origins FROM products`
      assert.deepStrictEqual(Object.fromEntries(rows.map((row) => [row.slug, row.target_origins])), {
        exact: ["https://payroll.example.com:8443"],
        capitals: ["https://payroll.example.com"],
        none: [],
        wildcard: [],
        policy: []
      })
    })
  )
})
