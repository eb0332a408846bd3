import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { unflushed } from "./rows.ts"

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
