import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { TestSettings } from "../../../test/TestSettings.ts"
import { Settings } from "../config/Settings.ts"
import { currentHold } from "./currentHold.ts"
import { makeOutgoing } from "./Outgoing.ts"
import { outgoingHoldRepo } from "./OutgoingHoldRepo.ts"
import { servedDatabaseRepo } from "./ServedDatabaseRepo.ts"

/** Whether a process that starts now holds its outgoing work; the condition in its statements must say the same. */
const holdOf = Effect.fnUntraced(function* (outgoing: Settings["Service"]["outgoing"] = "on") {
  const settings = { ...(yield* Settings), outgoing }
  const made = makeOutgoing(Duration.zero)
  const { hold, isFree } = yield* Effect.provideService(made, Settings, settings)
  const held = yield* hold
  const [row] = yield* (yield* SqlClient.SqlClient)<{ free: boolean }>`SELECT ${isFree()} AS free`
  assert.strictEqual(row?.free, held === undefined)
  return held
})

/** The row as a copy has it: that of its original. */
const of = (column: string, value: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE served_database SET ${sql(column)} = ${value}`)

const again = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM served_database`)

layer(TestSettings.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("outgoing work", (it) => {
  it.effect("isn't held on a database that was never served, which is from then on the one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isUndefined(yield* holdOf())
      const [served] = yield* sql`SELECT * FROM served_database`
      assert.isDefined(served)
      assert.isUndefined(yield* holdOf())
    })
  )

  it.effect.each([
    ["another cluster: restored by pg_restore elsewhere", "system_identifier", "7000000000000000000"],
    ["another database of the cluster: restored beside it", "database_oid", "1"],
    ["other tables of the database", "table_oid", "1"],
    ["another time line: recovered to a moment", "timeline", "000000FF"]
  ] as const)("is held on %s", ([, column, value]) =>
    Effect.gen(function* () {
      yield* again
      assert.isUndefined(yield* holdOf())
      yield* of(column, value)
      assert.strictEqual(yield* holdOf(), "restored")
      assert.strictEqual(yield* holdOf(), "restored", "until an operator accepts it")
    })
  )

  it.effect.each(["on", "across-failovers"] as const)(
    "is held (%s) after pg_restore --clean into the same database, and while that is under way",
    (outgoing) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* again
        assert.isUndefined(yield* holdOf(outgoing))
        // As pg_restore does: it drops the table, makes it anew, fills it, and adds the key at the end.
        yield* sql`ALTER TABLE served_database RENAME TO dumped`
        const missing = yield* Effect.flip(holdOf(outgoing))
        yield* sql`CREATE TABLE served_database (LIKE dumped)`
        const empty = yield* Effect.flip(holdOf(outgoing))
        assert.deepStrictEqual([missing._tag, empty._tag], ["SqlError", "SqlError"])
        yield* sql`INSERT INTO served_database SELECT * FROM dumped`
        yield* sql`ALTER TABLE served_database ALTER is_only SET DEFAULT true, ADD PRIMARY KEY (is_only)`
        yield* sql`DROP TABLE dumped`
        assert.strictEqual(yield* holdOf(outgoing), "restored")
        yield* (yield* servedDatabaseRepo).accept
        assert.isUndefined(yield* holdOf(outgoing), "once an operator has accepted it")
      })
  )

  it.effect("goes on after the promotion of a replica, if the operator set that, and only then", () =>
    Effect.gen(function* () {
      yield* again
      assert.isUndefined(yield* holdOf())
      yield* of("timeline", "000000FF")
      assert.isUndefined(yield* holdOf("across-failovers"))
      assert.isUndefined(yield* holdOf(), "the new time line is then the known one")
      yield* of("database_oid", "1")
      assert.strictEqual(yield* holdOf("across-failovers"), "restored")
    })
  )

  it.effect("is held by an operator until a time, and a restore comes first", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* again
      const repo = yield* outgoingHoldRepo
      yield* repo.set({ until: new Date("2099-01-01T00:00:00Z"), reason: "maintenance" })
      assert.strictEqual(yield* holdOf(), "operator")
      assert.deepInclude(yield* currentHold, { because: "operator", reason: "maintenance" })
      yield* of("table_oid", "1")
      assert.strictEqual(yield* holdOf(), "restored")
      assert.deepStrictEqual(yield* currentHold, { because: "restored" })
      yield* again
      yield* sql`UPDATE outgoing_hold SET held_until = platform_now()`
      assert.isUndefined(yield* holdOf(), "the time is over")
      assert.isNull(yield* currentHold)
      yield* repo.release
    })
  )

  it.effect("is switched off by hand, and the database isn't recorded as served", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* again
      assert.strictEqual(yield* holdOf("off"), "switched_off")
      assert.deepStrictEqual(yield* sql`SELECT FROM served_database`, [])
    })
  )

  it.effect("is asked again while a process runs: a database may be replaced under it", () =>
    Effect.gen(function* () {
      yield* again
      const { hold } = yield* makeOutgoing(Duration.zero)
      assert.isUndefined(yield* hold)
      yield* of("timeline", "000000FF")
      assert.strictEqual(yield* hold, "restored")
      yield* again
      assert.isUndefined(yield* hold)
    })
  )
})

layer(TestSettings.layer.pipe(Layer.provideMerge(TestDatabase.layer)))(
  "on a server that doesn't say which database it has",
  (it) => {
    it.effect("nothing is held for a restore, and an operator's hold counts", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* servedDatabaseRepo).begin
        yield* of("timeline", "000000FF")
        yield* sql`ALTER FUNCTION pg_control_system() RENAME TO kept_back`
        assert.isUndefined(yield* holdOf())
        const repo = yield* outgoingHoldRepo
        yield* repo.set({ until: new Date("2099-01-01T00:00:00Z"), reason: "maintenance" })
        assert.strictEqual(yield* holdOf(), "operator")
      })
    )
  }
)
