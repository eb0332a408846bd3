import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { ProductsHttp } from "../../partners/Products.http.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { unflushed } from "./rows.ts"

/** One of each kind of character that shows nothing, and characters that stay unchanged. */
const STORED =
  "\ufe0fWattle \u2800\u034f\u3164\u115f\uffa0\u180e\ufdd0\ufff9\uffff\u{1fffe}\u{e0041}\u{10ffff} 李\u{e0100} می‌شود 👩🏽‍🌾"
const SHOWN = `\ufffdWattle ${"\ufffd".repeat(12)} 李\u{e0100} می‌شود 👩🏽‍🌾`

const http = served(apiOf(ProductsGroup), ProductsHttp).pipe(
  Layer.provideMerge(partnerServices({ dev: false }))
)

layer(http, { excludeTestServices: true })("a text that was stored before the contract excluded it", (it) => {
  it.effect("is answered, and stays as it is in its row", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partnerKey, productId } = yield* aCaller
      yield* sql`UPDATE products SET name = ${STORED} WHERE id = ${productId}`
      const { body, status } = yield* send(partnerKey, "GET", `/api/v1/products/${productId}`)
      assert.deepStrictEqual([status, body.data.name], [200, SHOWN])
      const rows = yield* sql`SELECT jsonb_build_object('a', name) AS json, name = ${STORED} AS is_kept
        FROM products WHERE id = ${productId}`
      assert.deepStrictEqual(rows, [{ json: { a: SHOWN }, is_kept: true }])
    })
  )
})

layer(TestDatabase.layer, { excludeTestServices: true })("a write that isn't flushed", (it) => {
  it.effect("is one statement's own, also on the same connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE notes (id int)`
      const now = sql<{ flushes: string }>`SELECT current_setting('synchronous_commit') AS flushes`
      const connection = yield* sql.reserve
      const run = (text: string) => connection.executeUnprepared(text, [], undefined)
      // The servers of tests flush nothing.
      yield* run("SET synchronous_commit = on")
      const [compiled] = sql`WHERE ${unflushed(sql)}`.compile()
      const written = yield* run(
        `INSERT INTO notes SELECT 1 ${compiled} RETURNING current_setting('synchronous_commit') AS flushes`
      )
      assert.deepStrictEqual(written, [{ flushes: "off" }])
      const [after] = yield* run(now.compile()[0])
      assert.deepStrictEqual(after, { flushes: "on" })
    })
  )
})
