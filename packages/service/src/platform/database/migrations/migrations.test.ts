import { assert, describe, it, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openTransaction } from "../../../../test/openTransaction.ts"
import { TestDatabase, withMigrations } from "../../../../test/TestDatabase.ts"
import { migrate } from "../migrate.ts"
import { StatementLimits } from "../StatementLimits.ts"
import { type Migration, schema } from "./index.ts"

const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}_\w+\.ts$/.test(file))

const digestOf = (file: string) =>
  createHash("sha256")
    .update(readFileSync(join(import.meta.dirname, file)))
    .digest("hex")

describe("the digests of migrations", () => {
  it("are those of the files: a merged migration never changes, and each new one has its digest", () => {
    const found = Object.fromEntries(files.toSorted().map((file) => [file.slice(0, -3), digestOf(file)]))
    assert.deepStrictEqual(
      found,
      { ...schema.digests },
      "If you changed a migration that is merged, restore it, and write a new one. If yours is new, add its digest."
    )
  })
})

const creating = (table: string): Migration =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`CREATE TABLE ${table} (id int)`))

layer(TestDatabase.layer)("migrations", (it) => {
  it.effect("a migrated database has nothing left to do", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* migrate(), [])
    })
  )

  it.effect("many processes that migrate at once apply each migration once", () =>
    Effect.gen(function* () {
      const more = { "9001_a": creating("a"), "9002_b": creating("b") }
      const done = yield* Effect.all(
        Array.from({ length: 8 }, () => migrate(withMigrations(more))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(done.flat(), ["9001_a", "9002_b"])
    })
  )

  it.effect(
    "a migration that a merge brings with a lower number is applied too, and a failed one leaves nothing",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const applied = { "9001_a": creating("a"), "9002_b": creating("b") }
        const broken = { ...applied, "9000_late": creating("late"), "9003_broken": creating("no table name") }
        yield* Effect.flip(migrate(withMigrations(broken)))
        assert.deepStrictEqual(yield* sql`SELECT to_regclass('late') AS found`, [{ found: null }])
        const whole = withMigrations({ ...applied, "9000_late": creating("late") })
        assert.deepStrictEqual(yield* migrate(whole), ["9000_late"])
      })
  )

  it.effect("a migration that waits for a lock gives up, says so, and has changed nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const record = {
        "9000_late": creating("late"),
        "9001_a": creating("a"),
        "9002_b": creating("b"),
        "9003_c": creating("c"),
        "9004_locked": sql`ALTER TABLE a ADD COLUMN more int`
      }
      const { commit } = yield* openTransaction(sql`LOCK TABLE a IN ACCESS SHARE MODE`)
      const limits = yield* StatementLimits
      const error = yield* Effect.flip(migrate(withMigrations(record))).pipe(
        Effect.provideService(StatementLimits, { ...limits, lock: Duration.millis(50) })
      )
      yield* commit
      assert.include(
        error.message,
        "A migration waited 50ms for a table that another transaction uses. Nothing was changed."
      )
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('c') AS found`, [{ found: null }])
    })
  )
})
