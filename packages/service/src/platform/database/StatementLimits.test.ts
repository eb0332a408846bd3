import { assert, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { isDatabaseAway } from "./databaseAway.ts"
import { inBackground, StatementLimits } from "./StatementLimits.ts"

const current = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Record<string, string>>`SELECT current_setting('statement_timeout') AS statement,
    current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`
  return row
})

/** The limits of production: the database of tests has longer ones unless a test provides its own. */
const usual = TestDatabase.layer.pipe(
  Layer.provide(Layer.succeed(StatementLimits, { ...Context.get(Context.empty(), StatementLimits) }))
)

layer(usual)("a session of the database", (it) => {
  it.effect("begins with limits for statements, locks and idle transactions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* current, { statement: "10s", lock: "5s", idle: "10s" })
    })
  )

  it.effect("gives background work longer limits, until its transaction ends", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const within = yield* inBackground(sql)(current)
      assert.deepStrictEqual(within, { statement: "15min", lock: "15min", idle: "15min" })
      assert.deepStrictEqual(yield* current, { statement: "10s", lock: "5s", idle: "10s" })
    })
  )
})

layer(usual, { excludeTestServices: true })("a statement beyond its limit", (it) => {
  it.effect("is ended by PostgreSQL, and counts as a failure that passes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const slow = Effect.andThen(sql`SET LOCAL statement_timeout = 10`, sql`SELECT pg_sleep(600)`)
      const error = yield* Effect.flip(sql.withTransaction(slow))
      assert.strictEqual(error.reason._tag, "StatementTimeoutError")
      assert.isTrue(isDatabaseAway(error))
    })
  )

  it.effect("is ended also while its transaction does nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const begun = yield* Deferred.make<number>()
      const watching = yield* Deferred.await(begun).pipe(
        Effect.flatMap((pid) =>
          Effect.repeat(sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`, {
            until: (rows) => rows.length === 0
          })
        ),
        Effect.forkChild
      )
      const idle = Effect.gen(function* () {
        const [row] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
        yield* sql`SET LOCAL idle_in_transaction_session_timeout = 10`
        yield* Deferred.succeed(begun, row?.pid ?? 0)
        yield* Fiber.join(watching)
        return yield* sql`SELECT 1`
      })
      // The ROLLBACK also finds the session closed.
      const { reasons } = yield* Effect.flip(Effect.sandbox(sql.withTransaction(idle)))
      const errors = reasons.map((reason) =>
        reason._tag === "Die" ? reason.defect : Cause.isFailReason(reason) && reason.error
      )
      assert.isNotEmpty(errors)
      assert.isTrue(errors.every(isDatabaseAway))
    })
  )
})
