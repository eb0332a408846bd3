import { assert, describe, it, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openTransaction } from "../../../../test/openTransaction.ts"
import { TestDatabase, withMigrations } from "../../../../test/TestDatabase.ts"
import { Connections } from "../DatabaseUrl.ts"
import { migrate, MigrationPace } from "../migrate.ts"
import { StatementLimits } from "../StatementLimits.ts"
import { concurrentIndex } from "./concurrentIndex.ts"
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

const found = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ isThere: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS "isThere"`,
      ([row]) => row?.isThere
    )
  )

/** Until a `migrate` has asked for the lock, and has done nothing since. */
const untilOneWaits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%'`.pipe(
    Effect.repeat({ until: (rows) => rows.length > 0 })
  )
)

/** No pause of `migrate` takes time in a test. */
const quick = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, MigrationPace, {
    look: Duration.zero,
    attempts: 3,
    pause: Duration.zero
  })

layer(TestDatabase.layer, { excludeTestServices: true })("migrations", (it) => {
  it.effect("a migrated database has nothing left to do", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* migrate()).applied, [])
    })
  )

  it.effect(
    "many processes that migrate at once apply each migration once, also an index that is built beside",
    () =>
      Effect.gen(function* () {
        const more = withMigrations(
          {
            "9001_a": creating("a"),
            "9002_b": creating("b"),
            "9003_index": concurrentIndex("a_id", "a (id)")
          },
          { outside: ["9003_index"] }
        )
        const done = yield* Effect.all(
          Array.from({ length: 8 }, () => quick(migrate(more))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          done.flatMap(({ applied }) => applied),
          ["9001_a", "9002_b", "9003_index"]
        )
      })
  )

  it.effect("a migration that a merge brings with a lower number is applied too", () =>
    Effect.gen(function* () {
      yield* migrate(withMigrations({ "9011_higher": creating("higher") }))
      const whole = { "9010_lower": creating("lower"), "9011_higher": creating("higher") }
      assert.deepStrictEqual((yield* migrate(withMigrations(whole))).applied, ["9010_lower"])
    })
  )

  it.effect(
    "a failed one leaves nothing of itself and all before it, is named, and is where the next run continues",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const printed: Array<string> = []
        const broken = Effect.andThen(creating("broken"), sql`SELECT no_such_column`)
        const error = yield* Effect.flip(
          migrate(withMigrations({ "9020_before": creating("before"), "9021_broken": broken }), {
            done: (name) => Effect.sync(() => void printed.push(name))
          })
        )
        assert.strictEqual(
          error.message,
          '9021_broken can\'t be applied (column "no_such_column" does not exist).\n' +
            "What was printed is applied. Correct the cause, then run `migrate` again: it continues there."
        )
        assert.deepStrictEqual(printed, ["9020_before"])
        assert.deepStrictEqual([yield* found("before"), yield* found("broken")], [true, false])
        const whole = { "9020_before": creating("before"), "9021_broken": creating("broken") }
        assert.deepStrictEqual((yield* migrate(withMigrations(whole))).applied, ["9021_broken"])
      })
  )

  it.effect("one that is interrupted between two continues with the second", () =>
    Effect.gen(function* () {
      const atSecond = yield* Deferred.make<void>()
      const stuck = Effect.andThen(
        creating("second"),
        Effect.andThen(Deferred.succeed(atSecond, undefined), Effect.never)
      )
      const names = { "9030_first": creating("first"), "9031_second": stuck }
      const running = yield* Effect.forkChild(migrate(withMigrations(names)))
      yield* Deferred.await(atSecond)
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual([yield* found("first"), yield* found("second")], [true, false])
      const again = withMigrations({ ...names, "9031_second": creating("second") })
      assert.deepStrictEqual((yield* migrate(again)).applied, ["9031_second"])
    })
  )

  it.effect("a second one waits for the end of the first, and finds its migrations done", () =>
    Effect.gen(function* () {
      const [begun, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Deferred.await(mayEnd)),
        Effect.andThen(creating("slow"))
      )
      const first = yield* Effect.forkChild(migrate(withMigrations({ "9040_slow": slow })))
      yield* Deferred.await(begun)
      const again = withMigrations({ "9040_slow": Effect.die("it was applied twice") })
      const second = yield* Effect.forkChild(quick(migrate(again)))
      yield* untilOneWaits
      yield* Deferred.succeed(mayEnd, undefined)
      const both = [yield* Fiber.join(first), yield* Fiber.join(second)]
      assert.deepStrictEqual(
        both.map(({ applied }) => applied),
        [["9040_slow"], []]
      )
    })
  )

  it.effect("one that waits for a lock tries again, and gives up in a sentence that names it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limits = yield* StatementLimits
      yield* sql`CREATE TABLE used (id int)`
      let attempts = 0
      const more = withMigrations({
        "9050_free": creating("free"),
        "9051_locked": Effect.flatMap(SqlClient.SqlClient, (own) => {
          attempts += 1
          return own`ALTER TABLE used ADD COLUMN more int`
        })
      })
      const { commit } = yield* openTransaction(sql`LOCK TABLE used IN ACCESS SHARE MODE`)
      const waiting = quick(migrate(more)).pipe(
        Effect.provideService(StatementLimits, { ...limits, lock: Duration.millis(50) })
      )
      const error = yield* Effect.flip(waiting)
      yield* commit
      assert.strictEqual(
        error.message,
        "9051_locked waited 3 times 50ms for a table that another transaction uses, and isn't applied.\n" +
          "End long transactions on the database (pg_stat_activity lists them), then run `migrate` again: it continues there."
      )
      assert.strictEqual(attempts, 3)
      assert.deepStrictEqual((yield* migrate(more)).applied, ["9051_locked"])
    })
  )
})

layer(TestDatabase.layer, { excludeTestServices: true })(
  "an index that is built while others write",
  (it) => {
    const index = withMigrations(
      { "9001_index": concurrentIndex("notes_of", "notes (owner)", { unique: true }) },
      { outside: ["9001_index"] }
    )
    const isValid = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{
          valid: boolean
        }>`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('notes_of')`,
        (rows) => rows.map(({ valid }) => valid)
      )
    )

    it.effect("is left invalid by a run that failed, and is removed and built again by the next", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (owner int)`
        yield* sql`INSERT INTO notes VALUES (1), (1)`
        const { problem } = yield* Effect.flip(migrate(index))
        assert.match(problem, /^9001_index can't be applied \(could not create unique index/)
        assert.deepStrictEqual(yield* isValid, [false])
        yield* sql`DELETE FROM notes`
        assert.deepStrictEqual((yield* migrate(index)).applied, ["9001_index"])
        assert.deepStrictEqual(yield* isValid, [true])
      })
    )

    it.effect("is kept if it was built, and the run ended before it was recorded", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const oid = sql`SELECT to_regclass('notes_of')::oid AS oid`
        const built = yield* oid
        yield* sql`DELETE FROM migration_digests WHERE name = '9001_index'`
        assert.deepStrictEqual((yield* migrate(index)).applied, ["9001_index"])
        assert.deepStrictEqual(yield* oid, built)
      })
    )
  }
)

layer(TestDatabase.layer)("`migrate` behind a pooler in transaction mode", (it) => {
  it.effect("refuses in a sentence", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.provideService(migrate(), Connections, {
          pool: 2,
          pooler: "transaction",
          caFile: Option.none()
        })
      )
      assert.match(
        error.message,
        /^`migrate` can't work through a pooler in transaction mode: .*\.\nConnect it directly: /
      )
    })
  )
})
