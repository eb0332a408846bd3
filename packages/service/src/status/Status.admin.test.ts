import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { adminJson, admin, runHere } from "../../test/admin.ts"
import { anEvent, aProductWithEndpoint, TestWebhooks } from "../../test/webhooks/TestWebhooks.ts"
import { sessionName, VERSION } from "../platform/config/program.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

const services = TestWebhooks.layer.pipe(Layer.provideMerge(NodeFileSystem.layer))

/** As a worker leaves it: a run that ended, and the next one. */
const aTimer = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`INSERT INTO effect_queue
      (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    VALUES ('one', 'cron:kept tax file numbers', '{}', 'completed', 1, now(), now(), now()),
      ('two', 'cron:kept tax file numbers', '{}', 'pending', 0, now() + interval '1 hour', now(), now())`
)

/** Runs an effect while a `serve` is connected. */
const served = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const serve = PgClient.layer({
      url: yield* DatabaseUrl,
      applicationName: sessionName("serve", "0022"),
      maxConnections: 1
    })
    return yield* Effect.andThen(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`),
      effect
    ).pipe(Effect.provide(serve, { local: true }))
  })

layer(services, { excludeTestServices: true })("admin status", (it) => {
  it.effect("ends with 3 while something needs a person, and then with 0", () =>
    Effect.gen(function* () {
      const before = yield* adminJson("status")
      assert.strictEqual(before.code, 3)
      assert.nestedInclude(before.document, { is_fine: false, version: VERSION })
      assert.include(before.stderr, '"problem":"3 things need a person."')
      yield* aTimer
      const after = yield* served(adminJson("status"))
      assert.deepStrictEqual([after.code, after.stderr], [0, ""])
      assert.nestedInclude(after.document, { is_fine: true, "database.is_read_only": false })
    })
  )

  it.effect("shows late webhooks of an address that takes some, and no more than a host of any", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { productId } = yield* aProductWithEndpoint("https://hooks.example.com/a-token")
      yield* anEvent(productId, "employer", "employer_settings_changed")
      yield* sql`UPDATE webhook_deliveries SET due_at = platform_now() - interval '10 minutes'`
      const late = yield* admin("status")
      assert.strictEqual(late.code, 3)
      assert.match(late.output, /^- webhooks: the oldest has been due for 10 minutes\.$/m)
      assert.match(late.output, /^webhooks {2,}1 waiting, oldest due for 10m/m)
      assert.notInclude(late.output, "a-token")
      yield* admin(`webhook pause ${productId}`)
      const paused = yield* served(admin("status"))
      assert.strictEqual(paused.code, 0)
      assert.match(paused.output, /^webhook addresses +1 paused, 0 backing off$/m)
    })
  )

  it.effect("timers shows the last run of each, and what is overdue", () =>
    Effect.gen(function* () {
      const { code, output } = yield* admin("timers")
      assert.strictEqual(code, 0)
      assert.match(output, /^kept tax file numbers  last run ended \d{4}-\S+Z$/m)
      assert.match(output, /^tax file numbers to destroy: 0\nsessions to anonymise: 0$/m)
    })
  )

  it.effect("versions shows the schema, and the processes on the database by their sessions", () =>
    Effect.gen(function* () {
      const { document } = yield* adminJson("versions")
      assert.nestedInclude(document, { version: VERSION, "schema.due.length": 0, "schema.unknown.length": 0 })
      const { output } = yield* admin("versions")
      assert.match(
        output,
        /^process  \S+, knows the schema up to \d{4}  process \d+ on \S+  \d+ connections$/m
      )
    })
  )

  it.effect("outgoing show says who holds outgoing work, until when and why", () =>
    Effect.gen(function* () {
      yield* admin("outgoing hold --until 2099-01-01T00:00:00Z --reason upgrade --as mia.k")
      const { output } = yield* admin("outgoing show")
      assert.include(output, "held until 2099-01-01T00:00:00.000Z: upgrade\nset by mia.k\n")
      const { document } = yield* adminJson("outgoing show")
      assert.nestedInclude(document, { "hold.by": "mia.k" })
      yield* admin("outgoing release")
      assert.deepStrictEqual((yield* adminJson("outgoing show")).document, { hold: null })
    })
  )

  it.effect("versions names what this program can't work beside, and what another file made", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const digest = "a".repeat(64)
      yield* sql`INSERT INTO migration_digests (name, digest, expands)
        VALUES ('9001_adds', ${digest}, true), ('9002_takes_away', ${digest}, false)`
      yield* sql`UPDATE migration_digests SET digest = ${digest} WHERE name = '0001_platform'`
      const { output } = yield* admin("versions")
      assert.include(output, "  newer than this program: 9001_adds\n")
      assert.include(output, "  newer than this program, which can't work beside it: 9002_takes_away\n")
      assert.include(output, "  made by another file than this program's: 0001_platform\n")
    })
  )

  it.effect("says in a sentence that the database can't be reached, exit 1", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* runHere(["admin", "status"], {
        DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/super",
        LOG_LEVEL: "warn"
      })
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(
        stderr,
        /^The database at 127\.0\.0\.1:1\/super can't be used \(.*ECONNREFUSED.*\)\.\n[^\n]+\n$/
      )
      assert.notInclude(stderr, "hunter2")
    })
  )
})
