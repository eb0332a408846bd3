import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../../test/TestDatabase.ts"
import { migrate } from "../migrate.ts"

layer(TestDatabase.layer)("migrations", (it) => {
  it.effect("a migrated database has nothing left to do", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* migrate(), [])
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`
      assert.include(
        rows.map((row) => row.name),
        "0001_partners"
      )
    })
  )
})
