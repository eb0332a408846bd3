import { assert, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { describeCause } from "./describeCause.ts"

const described = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.sandbox,
    Effect.flip,
    Effect.map((cause) => JSON.stringify(describeCause(cause)))
  )

layer(TestDatabase.layer)("what is logged of a failure", (it) => {
  it.effect("of a broken constraint: its name, not the row", () =>
    Effect.gen(function* () {
      const text = yield* described(
        "WITH row AS (SELECT gen_random_uuid() AS id) INSERT INTO partners (id, name, slug) SELECT id, 'CANARY', 'CANARY' FROM row"
      )
      assert.include(text, "partners_slug_check")
      assert.include(text, "23514")
      assert.notInclude(text, "CANARY")
    })
  )

  it.effect("of a value that PostgreSQL can't read: the code, not the value", () =>
    Effect.gen(function* () {
      const text = yield* described("SELECT 'CANARY'::uuid")
      assert.include(text, "22P02")
      assert.notInclude(text, "CANARY")
    })
  )

  it.effect("of a wrong statement: what is wrong with it", () =>
    Effect.gen(function* () {
      assert.include(yield* described("SELECT nothing FROM nowhere"), 'relation \\"nowhere\\" does not exist')
    })
  )

  it.effect("of a defect: our own frames", () =>
    Effect.gen(function* () {
      const boom = Effect.fn("boom")(() => Effect.die(new Error("oh")))
      const cause = yield* Effect.flip(Effect.sandbox(boom()))
      const [first] = describeCause(cause)
      assert.deepInclude(first, { error: "Error", message: "oh" })
      assert.include(first?.stack?.join("\n") ?? "", "describeCause.test.ts")
      assert.deepStrictEqual(describeCause(Cause.interrupt(1)), [])
    })
  )
})
