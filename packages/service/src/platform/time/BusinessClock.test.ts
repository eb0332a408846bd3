import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { aProduct } from "../../../test/aProduct.ts"
import { at } from "../../../test/at.ts"
import { TestBusinessClock, TestDatabase } from "../../../test/TestDatabase.ts"
import { newId } from "../ids/newId.ts"
import { BusinessClock } from "./BusinessClock.ts"
import { before, isDue, isPast } from "./due.ts"
import { admin } from "../../../test/admin.ts"

const NOW = "2026-11-21T00:00:00.000Z"
const actor = { kind: "operator", id: "niamh" } as const

/** The clock of another process over the same database. */
const another = Effect.map(Layer.build(Layer.fresh(TestBusinessClock.movable)), Context.get(BusinessClock))

/** The result of `business_now`, in milliseconds after `platform_now`. */
const inSql = Effect.fnUntraced(function* (simulated: boolean) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ millis: number }>`SELECT
    (extract(epoch FROM business_now(${simulated}) - platform_now()) * 1000)::float8 AS millis`
  return row?.millis
})

const refused = Effect.fnUntraced(function* (by: Duration.Input) {
  const clock = yield* BusinessClock
  return (yield* Effect.flip(clock.advance(Duration.fromInputUnsafe(by), actor))).message
})

layer(TestBusinessClock.layer.pipe(Layer.provideMerge(TestDatabase.layer)), { excludeTestServices: true })(
  "the clock of business rules without --dev",
  (it) => {
    it.effect("is the true time, and can't be moved", () =>
      Effect.gen(function* () {
        const clock = yield* BusinessClock
        assert.isFalse(clock.canMove)
        assert.include(yield* refused("5 days"), "runs without --dev")
        assert.strictEqual((yield* clock.now(true)).toISOString(), NOW)
        assert.strictEqual(yield* inSql(true), 0)
        assert.deepStrictEqual(yield* clock.offset, Duration.zero)
      }).pipe(at(NOW))
    )

    it.effect("isn't built over a database whose clock was moved, and says what to do", () =>
      Effect.gen(function* () {
        yield* (yield* another).advance(Duration.days(5), actor)
        const error = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(TestBusinessClock.layer))))
        assert.include(error.message, "moved ahead, so only a process with --dev may use it")
        assert.include(error.message, "Run with --dev, or use another database.")
      })
    )
  }
)

layer(TestDatabase.layer, { excludeTestServices: true })("the clock of business rules with --dev", (it) => {
  it.effect("moves what is simulated, in every process and in SQL, and nothing that is live", () =>
    Effect.gen(function* () {
      const clock = yield* BusinessClock
      const other = yield* another
      const sandbox = yield* aProduct()
      const live = yield* aProduct({ sandboxed: false })
      assert.strictEqual(yield* inSql(true), 0)
      assert.deepStrictEqual(yield* clock.advance(Duration.days(5), actor), Duration.days(5))
      for (const each of [clock, other]) {
        assert.deepStrictEqual(yield* each.offset, Duration.days(5))
        assert.strictEqual((yield* each.now(true)).toISOString(), "2026-11-26T00:00:00.000Z")
        assert.strictEqual((yield* each.now(false)).toISOString(), NOW)
        assert.strictEqual((yield* each.nowOf(sandbox)).toISOString(), "2026-11-26T00:00:00.000Z")
        assert.strictEqual((yield* each.nowOf(live)).toISOString(), NOW)
        assert.deepStrictEqual(yield* each.moments, {
          live: new Date(NOW),
          simulated: new Date("2026-11-26T00:00:00.000Z")
        })
      }
      assert.strictEqual(yield* inSql(true), Duration.toMillis("5 days"))
      assert.strictEqual(yield* inSql(false), 0)
      assert.deepStrictEqual(yield* other.advance(Duration.millis(1500), actor), Duration.millis(432_001_500))
      assert.deepStrictEqual(yield* clock.offset, Duration.millis(432_001_500))
    }).pipe(Effect.scoped, at(NOW))
  )

  it.effect("never goes back or stops, and stays within a hundred years", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const before = yield* clock.offset
      assert.include(yield* refused("-1 day" as Duration.Input), "it only moves forward")
      assert.include(yield* refused(0), "it only moves forward")
      assert.include(yield* refused("100000 weeks"), "more than a hundred years ahead")
      assert.include(yield* refused(Duration.infinity), "more than a hundred years ahead")
      assert.deepStrictEqual(yield* clock.offset, before)
      yield* Effect.flip(sql`UPDATE clock_offset SET ahead = interval '1 hour'`)
      yield* Effect.flip(sql`DELETE FROM clock_offset`)
      yield* Effect.flip(sql`INSERT INTO clock_offset (ahead) VALUES (interval '1 hour')`)
      assert.deepStrictEqual(yield* clock.offset, before)
    })
  )

  it.effect("records who moved it, in the same transaction, by the true time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const from = Duration.toMillis(yield* clock.offset)
      yield* clock.advance(Duration.hours(1), actor).pipe(at(NOW))
      const rows = yield* sql`SELECT occurred_at, actor_kind, actor_id, detail FROM audit_log
          WHERE action = 'clock.advance' ORDER BY id DESC LIMIT 1`
      assert.deepStrictEqual(rows, [
        {
          occurred_at: new Date(NOW),
          actor_kind: "operator",
          actor_id: "niamh",
          detail: { by_ms: 3_600_000, offset_ms: from + 3_600_000 }
        }
      ])
    })
  )

  it.effect("makes rows due by whether they are simulated; one index serves both kinds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      yield* sql`CREATE TABLE errands (id uuid PRIMARY KEY, simulated boolean, due_at timestamptz)`
      yield* sql`CREATE INDEX errands_by_due_at ON errands (due_at)`
      yield* sql`INSERT INTO errands SELECT gen_random_uuid(), i % 2 = 0, platform_now() + i * interval '1 minute'
          + (SELECT ahead FROM clock_offset) FROM generate_series(1, 20000) AS i`
      yield* sql`INSERT INTO errands VALUES (${yield* newId}, true, business_now(true) - interval '1 second'),
          (${yield* newId}, false, platform_now() + interval '1 hour'), (${yield* newId}, false, platform_now() - interval '1 second')`
      yield* sql`ANALYZE errands`
      const moments = yield* clock.moments
      for (const due of [isDue(sql, "due_at", "simulated"), isPast(sql, "due_at", "simulated", moments)]) {
        const rows = yield* sql<{
          simulated: boolean
        }>`SELECT simulated FROM errands WHERE ${due} ORDER BY simulated`
        assert.deepStrictEqual(
          rows.map(({ simulated }) => simulated),
          [false, true]
        )
        const plan = yield* sql`EXPLAIN SELECT simulated FROM errands WHERE ${due}`
        assert.match(JSON.stringify(plan), /Index (Only )?Scan.*errands_by_due_at.*Index Cond: \(due_at <=/)
      }
      const live = yield* sql`EXPLAIN SELECT FROM errands WHERE due_at <= business_now(false)`
      assert.match(JSON.stringify(live), /Index Cond: \(due_at <= statement_timestamp\(\)\)/)
      const earlier = before(moments, { minutes: 1 })
      assert.lengthOf(yield* sql`SELECT FROM errands WHERE ${isPast(sql, "due_at", "simulated", earlier)}`, 0)
    })
  )
})

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "the operator's commands for the clock",
  (it) => {
    it.effect("show it and, with --dev alone, move it ahead and leave a trail", () =>
      Effect.gen(function* () {
        const before = yield* admin("clock show")
        assert.match(
          before.output,
          /^live products: +(\S+)\nsandbox products and simulated funds: +\1 {2}0 ahead\n$/
        )
        const refused = yield* admin("clock advance 5 days")
        assert.deepStrictEqual(refused, {
          code: 1,
          output:
            "The clock can't be moved: this process runs without --dev.\nRun it with --dev, on a database of your own.\n"
        })
        const odd = yield* admin("--dev clock advance soon")
        assert.strictEqual(odd.code, 1)
        assert.include(odd.output, "Give a number and a unit")
        assert.notInclude(odd.output, "soon")
        const moved = yield* admin("--dev clock advance 5 days")
        assert.strictEqual(moved.code, 0)
        assert.match(moved.output, / {2}5d ahead\n$/)
        const afterwards = yield* admin("clock show")
        assert.strictEqual(afterwards.code, 1)
        assert.include(afterwards.output, "only a process with --dev may use it")
        assert.include((yield* admin("--dev audit")).output, "clock.advance")
      })
    )
  }
)
