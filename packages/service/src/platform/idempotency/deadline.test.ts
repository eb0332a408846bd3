import { KeysGroup, ProductsGroup } from "@embedded-super/contracts/partner-api"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { openTransaction, untilSomeoneWaits } from "../../../test/openTransaction.ts"
import { ApiKeysHttp, ProductsHttp } from "../../partners/Products.http.ts"
import { StatementLimits } from "../database/StatementLimits.ts"

const DEADLINE = Duration.seconds(20)

const services = (lock: Duration.Duration) =>
  served(apiOf(ProductsGroup, KeysGroup), Layer.mergeAll(ProductsHttp, ApiKeysHttp), {
    deadline: DEADLINE
  }).pipe(
    Layer.provideMerge(partnerServices()),
    Layer.provideMerge(
      Layer.succeed(StatementLimits, {
        statement: Duration.seconds(30),
        lock,
        backgroundStatement: Duration.minutes(15)
      })
    ),
    // Requests that can't be served are logged as warnings.
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
  )

/** Holds a lock on another connection until the scope closes, or `commit`. */
const hold = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => openTransaction(sql.unsafe(statement)))

const untilNothingRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`.pipe(
    Effect.repeat({ until: (rows) => rows.length === 0 })
  )
})

const create = (key: string, name: string) =>
  send(key, "POST", "/api/v1/products", {
    headers: { "idempotency-key": name.replaceAll(" ", "-") },
    body: { name }
  })

const productsNamed = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ id: string }>`SELECT id FROM products WHERE name = ${name}`
})

layer(services(Duration.seconds(30)))("a request that its deadline overtakes", (it) => {
  it.effect("in its work has done nothing, and its repeat does it", () =>
    Effect.gen(function* () {
      const { partnerKey } = yield* aCaller
      const { commit } = yield* hold("LOCK TABLE products IN SHARE MODE")
      const first = yield* Effect.forkChild(create(partnerKey, "overtaken in its work"))
      yield* untilSomeoneWaits
      yield* TestClock.adjust(DEADLINE)
      const { body, headers, status } = yield* Fiber.join(first)
      assert.deepStrictEqual([status, headers["retry-after"], body.code], [503, "5", "service_unavailable"])
      yield* commit
      yield* untilNothingRuns
      assert.lengthOf(yield* productsNamed("overtaken in its work"), 0)
      const repeat = yield* create(partnerKey, "overtaken in its work")
      assert.strictEqual(repeat.status, 201)
      assert.deepStrictEqual(yield* productsNamed("overtaken in its work"), [{ id: repeat.body.data.id }])
    })
  )

  it.effect("in its COMMIT is done whole, and its repeat gets the answer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partnerKey } = yield* aCaller
      yield* sql.unsafe(`CREATE FUNCTION commit_waits() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(77); RETURN NULL; END'`)
      yield* sql.unsafe(`CREATE CONSTRAINT TRIGGER commit_waits AFTER INSERT ON products
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION commit_waits()`)
      const { commit } = yield* hold("SELECT pg_advisory_xact_lock(77)")
      const first = yield* Effect.forkChild(create(partnerKey, "overtaken in its COMMIT"))
      yield* untilSomeoneWaits
      yield* TestClock.adjust(DEADLINE)
      assert.strictEqual((yield* Fiber.join(first)).status, 503)
      yield* commit
      yield* untilNothingRuns
      const repeat = yield* create(partnerKey, "overtaken in its COMMIT")
      assert.strictEqual(repeat.headers["idempotency-replayed"], "true")
      assert.strictEqual(repeat.status, 201)
      assert.deepStrictEqual(yield* productsNamed("overtaken in its COMMIT"), [{ id: repeat.body.data.id }])
    })
  )
})

layer(services(Duration.millis(50)))("a request that waits for a lock too long", (it) => {
  it.effect("is answered 503, has done nothing, and its repeat does it", () =>
    Effect.gen(function* () {
      const { partnerKey } = yield* aCaller
      const { commit } = yield* hold("LOCK TABLE products IN SHARE MODE")
      const { body, headers, status } = yield* create(partnerKey, "locked out")
      assert.deepStrictEqual([status, headers["retry-after"], body.code], [503, "5", "service_unavailable"])
      yield* commit
      assert.strictEqual((yield* create(partnerKey, "locked out")).status, 201)
      assert.lengthOf(yield* productsNamed("locked out"), 1)
    })
  )
})
