import { assert, layer } from "@effect/vitest"
import { shownText } from "@embedded-super/contracts/pasted"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../../test/TestDatabase.ts"
import { newId } from "../../ids/newId.ts"
import { migrate } from "../migrate.ts"

const NAME = "0022_nothing_unseen"

/** One of each kind of character that shows nothing, and what stays. */
const STORED =
  "Wattle \u3164\u115f\uffa0\u180e\ufdd0\ufff9\uffff\u{1fffe}\u{e0041}\u{10ffff} 李\u{e0100} می‌شود 👩🏽‍🌾"
const SHOWN = `Wattle ${"\ufffd".repeat(10)} 李\u{e0100} می‌شود 👩🏽‍🌾`

layer(TestDatabase.layer)("texts from before the contract excluded what shows nothing", (it) => {
  it.effect("are changed in columns as in sealed documents, in text and in JSON", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM migration_digests WHERE name = ${NAME}`
      const id = yield* newId
      yield* sql`INSERT INTO partners ${sql.insert({ id, name: STORED, slug: "wattle", custom_theme: { a: STORED } })}`
      assert.deepStrictEqual(yield* migrate(), [NAME])
      const rows = yield* sql`SELECT name, custom_theme FROM partners WHERE id = ${id}`
      assert.deepStrictEqual(rows, [{ name: SHOWN, custom_theme: { a: SHOWN } }])
      assert.strictEqual(shownText(STORED), SHOWN)
    })
  )
})
