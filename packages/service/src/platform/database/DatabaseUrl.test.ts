import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { DatabaseUrl } from "./DatabaseUrl.ts"

const read = (env: Record<string, string>) =>
  Effect.service(DatabaseUrl).pipe(
    Effect.provide(
      Layer.provide(DatabaseUrl.fromEnvironment, ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
    )
  )

describe("DATABASE_URL", () => {
  it.effect("is redacted", () =>
    Effect.gen(function* () {
      const url = yield* read({ DATABASE_URL: "postgres://user:hunter2@host/db" })
      assert.notInclude(JSON.stringify(url), "hunter2")
      assert.strictEqual(Redacted.value(url), "postgres://user:hunter2@host/db")
    })
  )

  it.effect("of another kind of database is refused in one sentence, without the password", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read({ DATABASE_URL: "mysql://user:hunter2@host/db" }))
      assert.strictEqual(
        error.problem,
        "DATABASE_URL is not an address such as postgres://user:password@host:5432/database."
      )
      assert.notInclude(error.message, "hunter2")
    })
  )
})
