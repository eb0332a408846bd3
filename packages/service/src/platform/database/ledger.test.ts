import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { anInstanceFile } from "../../../test/TestSettings.ts"
import { aFile, runHere } from "../../../test/admin.ts"
import { TestDatabase, withMigrations } from "../../../test/TestDatabase.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { migrationsDue, requireMigrated } from "./ledger.ts"

const own = TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer))

/** Runs a command on the test's database. */
const run = Effect.fnUntraced(function* (line: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* runHere(line.split(" "), {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    DATA_DIR: yield* fs.makeTempDirectoryScoped(),
    INSTANCE_FILE: yield* aFile(anInstanceFile()),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    BASE_URL: "https://api.example.com",
    HOST: "127.0.0.1",
    PORT: "0"
  })
})

const WITHOUT_MIGRATE = ["serve", "worker", "sftp", "seed --file f --result r", "admin partner list"]

layer(own)("the record of migrations", (it) => {
  it.effect("is whole on a migrated database, also if a newer version only added to it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* requireMigrated()
      yield* sql`INSERT INTO migration_digests (name, digest, expands) VALUES ('9001_adds', ${"a".repeat(64)}, true)`
      yield* requireMigrated()
    })
  )

  it.effect("lacks what this program has more, and says the first of it", () =>
    Effect.gen(function* () {
      const more = { "9003_b": Effect.void, "9002_a": Effect.void }
      const error = yield* Effect.flip(requireMigrated(withMigrations(more)))
      assert.strictEqual(
        error.message,
        "The database lacks 2 migrations of this version (first: 9002_a).\n" +
          "Run `migrate` with the role that owns the database; `start` does so by itself."
      )
    })
  )

  it.effect("says what is due, in its order, and which of it takes away or runs while others write", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* migrationsDue(), [])
      const more = { "9003_b": Effect.void, "9002_a": Effect.void }
      const known = { ...withMigrations(more), contracting: ["9003_b"], outside: ["9002_a"] }
      assert.deepStrictEqual(yield* migrationsDue(known), [
        { name: "9002_a", takesAway: false, isOutside: true },
        { name: "9003_b", takesAway: true, isOutside: false }
      ])
    })
  )

  it.effect("is read by a role that may change no table and make none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const asReader = Effect.gen(function* () {
        yield* sql`CREATE ROLE reader_of_ledger`
        yield* sql`GRANT SELECT ON migration_digests, migrations TO reader_of_ledger`
        yield* sql`SET LOCAL ROLE reader_of_ledger`
        yield* requireMigrated()
        return yield* Effect.fail("undone" as const)
      })
      assert.strictEqual(yield* Effect.flip(sql.withTransaction(asReader)), "undone")
    })
  )
})

layer(own, { excludeTestServices: true })("a program on a database that lacks a migration", (it) => {
  it.effect("`migrate --plan` says what it would do, and does nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual((yield* run("migrate --plan")).stdout, "Nothing to migrate.\n")
      yield* sql`DELETE FROM migration_digests WHERE name = '0022_product_check_reports'`
      const planned = yield* run("migrate --plan")
      assert.strictEqual(
        planned.stdout,
        "0022_product_check_reports: only adds; the version before works beside it.\n" +
          "The upgrade can be taken back: the version before works on the new schema.\n"
      )
      assert.strictEqual((yield* run("migrate --plan")).stdout, planned.stdout)
    })
  )

  it.effect.each(WITHOUT_MIGRATE)("%s refuses to start, and changes nothing", (line) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM migration_digests WHERE name = '0022_product_check_reports'`
      const { code, stderr } = yield* run(line)
      assert.strictEqual(code, 1)
      assert.include(
        stderr,
        "The database lacks 1 migration of this version (first: 0022_product_check_reports).\nRun `migrate` "
      )
      assert.deepStrictEqual(
        yield* sql`SELECT FROM migration_digests WHERE name = '0022_product_check_reports'`,
        []
      )
    })
  )

  it.effect("an empty database lacks all of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DROP SCHEMA public CASCADE`
      yield* sql`CREATE SCHEMA public`
      const { code, stderr } = yield* run("admin partner list")
      assert.strictEqual(code, 1)
      assert.match(stderr, /The database lacks \d\d migrations of this version \(first: 0001_platform\)\./)
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('migrations') AS found`, [{ found: null }])
    })
  )
})

layer(own, { excludeTestServices: true })("a program on a database of other migrations", (it) => {
  it.effect.each([...WITHOUT_MIGRATE, "migrate"])("%s refuses to start", (line) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE migration_digests SET digest = ${"0".repeat(64)} WHERE name = '0013_fund_calls'`
      const { code, stderr } = yield* run(line)
      assert.strictEqual(code, 1)
      assert.match(stderr, /The database was made by another file than this program's 0013_fund_calls: /)
    })
  )
})
