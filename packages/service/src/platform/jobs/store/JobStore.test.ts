import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Logger from "effect/Logger"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../../../../test/TestDatabase.ts"
import { Connections } from "../../database/DatabaseUrl.ts"
import { Database } from "../../database/Database.ts"
import { Jobs } from "../Jobs.ts"
import { claimsRepo } from "./ClaimsRepo.ts"
import { JobStoreSettings } from "./jobStoreSettings.ts"

const Errand = Schema.Struct({ errand: Schema.String })

/** A process that asks for jobs by itself only once a day. */
const patient = {
  ...Context.get(Context.empty(), JobStoreSettings),
  sweepEvery: Duration.days(1),
  lookEvery: Duration.days(1)
}

/** Another process over the same database, with connections of its own. */
const anotherProcess = (
  options: {
    readonly settings?: Partial<JobStoreSettings>
    readonly pooler?: "transaction"
    readonly client?: (client: PgClient.PgClient) => PgClient.PgClient
  } = {}
) => {
  const { client = (own) => own, pooler = "none", settings } = options
  const own = Layer.effect(PgClient.PgClient, Effect.map(PgClient.PgClient, client))
  const process = Jobs.layer.pipe(
    Layer.provide(own),
    Layer.provide(Database.layer),
    Layer.provide(Layer.succeed(JobStoreSettings, { ...patient, ...settings })),
    Layer.provide(Layer.succeed(Connections, { pool: 10, pooler, caFile: Option.none() }))
  )
  return Effect.map(Layer.build(Layer.fresh(process)), Context.get(Jobs))
}

/** Takes the errands of a queue, with a slot more than there are errands at one time: no errand is found by chance. */
const taking = Effect.fnUntraced(function* (process: Jobs["Service"], name: string) {
  const done = yield* Queue.unbounded<string>()
  const queue = yield* process.queue({ name, schema: Errand })
  yield* Effect.forkScoped(
    queue.work(({ errand }) => Effect.asVoid(Queue.offer(done, errand)), { concurrency: 2 })
  )
  return done
})

/** Offers one errand after another, each once the last was done. */
const oneByOne = Effect.fnUntraced(function* (
  offer: (errand: string) => Effect.Effect<void, unknown>,
  done: Queue.Dequeue<string>
) {
  for (const errand of ["first", "second", "third", "fourth"]) {
    yield* offer(errand)
    assert.strictEqual(yield* Queue.take(done), errand)
  }
})

/** The sessions that listen. */
const listeners = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%'`
)

/** The row of a queue's only job. */
const rowOf = (name: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Record<string, unknown>>`SELECT state, attempts, last_failure, acquired_by, acquired_at
      FROM effect_queue WHERE queue_name = ${name}`
  ).pipe(Effect.map(([row]) => row))

layer(Jobs.layer.pipe(Layer.provideMerge(TestDatabase.layer)), { excludeTestServices: true })(
  "the job store",
  (it) => {
    it.effect("an offer of one process wakes another at once, after the commit", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const done = yield* taking(yield* anotherProcess(), "across")
        const queue = yield* (yield* Jobs).queue({ name: "across", schema: Errand })
        yield* oneByOne((errand) => queue.offer({ errand }), done)
        yield* oneByOne((errand) => sql.withTransaction(queue.offer({ errand })), done)
        yield* Effect.flip(
          sql.withTransaction(Effect.andThen(queue.offer({ errand: "undone" }), Effect.fail("no")))
        )
        yield* queue.offer({ errand: "the last" })
        assert.strictEqual(yield* Queue.take(done), "the last")
      })
    )

    it.effect("a delayed offer of one process is taken by another when it is due", () =>
      Effect.gen(function* () {
        const done = yield* taking(yield* anotherProcess(), "later")
        const queue = yield* (yield* Jobs).queue({ name: "later", schema: Errand })
        yield* oneByOne((errand) => queue.offer({ errand }), done)
        yield* queue.offer({ errand: "in an hour" }, { delay: "1 hour" })
        yield* queue.offer({ errand: "in one second" }, { delay: "1 second" })
        assert.strictEqual(yield* Queue.take(done), "in one second")
        assert.strictEqual(yield* Queue.size(done), 0)
      })
    )

    it.effect("a process that has no free slot leaves its own offers to another", () =>
      Effect.gen(function* () {
        const queue = yield* (yield* anotherProcess()).queue({ name: "busy", schema: Errand })
        const begun = yield* Deferred.make<void>()
        const long = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
        yield* Effect.forkScoped(queue.work(() => long, { concurrency: 1 }))
        yield* queue.offer({ errand: "long" })
        yield* Deferred.await(begun)
        const done = yield* taking(yield* anotherProcess(), "busy")
        yield* oneByOne((errand) => queue.offer({ errand }), done)
      })
    )

    it.effect("a job whose worker is interrupted comes back at once, in another process", () =>
      Effect.gen(function* () {
        const queue = yield* (yield* Jobs).queue({ name: "passed on", schema: Errand })
        const begun = yield* Deferred.make<void>()
        const first = yield* Effect.forkScoped(
          queue.work(() => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never), {
            concurrency: 1
          })
        )
        yield* queue.offer({ errand: "long" })
        yield* Deferred.await(begun)
        const done = yield* taking(yield* anotherProcess(), "passed on")
        yield* Fiber.interrupt(first)
        assert.strictEqual(yield* Queue.take(done), "long")
      })
    )

    it.effect("a process whose listening connection is lost listens again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const before = yield* listeners
        const done = yield* taking(yield* anotherProcess(), "listens again")
        const queue = yield* (yield* Jobs).queue({ name: "listens again", schema: Errand })
        yield* oneByOne((errand) => queue.offer({ errand }), done)
        const isNew = (old: typeof before) => (rows: typeof before) =>
          rows.some(({ pid }) => !old.some((known) => known.pid === pid))
        const during = yield* Effect.repeat(listeners, { until: isNew(before) })
        yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%'`
        yield* Effect.repeat(listeners, { until: isNew(during) })
        yield* oneByOne((errand) => queue.offer({ errand }), done)
      })
    )

    it.effect("behind a pooler for transactions a process looks for jobs, and doesn't listen", () =>
      Effect.gen(function* () {
        let listened = 0
        const process = yield* anotherProcess({
          pooler: "transaction",
          settings: { lookEvery: Duration.millis(10) },
          client: (client) =>
            new Proxy(client, {
              get: (of, name) => {
                if (name === "listen") listened += 1
                return Reflect.get(of, name)
              }
            })
        })
        const done = yield* taking(process, "pooled")
        const queue = yield* (yield* Jobs).queue({ name: "pooled", schema: Errand })
        yield* oneByOne((errand) => queue.offer({ errand }), done)
        yield* queue.offer({ errand: "later" }, { delay: "1 second" })
        assert.strictEqual(yield* Queue.take(done), "later")
        assert.strictEqual(listened, 0)
      })
    )

    it.effect("a process that no notification reaches says so, and looks for jobs", () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => void lines.push(String(message)))
        const deaf = anotherProcess({
          settings: { lookEvery: Duration.millis(10), arrivesWithin: Duration.millis(10) },
          client: (client) =>
            new Proxy(client, {
              get: (of, name) => (name === "listen" ? () => Queue.unbounded() : Reflect.get(of, name))
            })
        })
        const done = yield* taking(yield* Effect.provide(deaf, Logger.layer([logger])), "deaf")
        const queue = yield* (yield* Jobs).queue({ name: "deaf", schema: Errand })
        yield* oneByOne((errand) => queue.offer({ errand }), done)
        yield* Effect.repeat(
          Effect.sync(() => lines),
          { until: ({ length }) => length > 0 }
        )
        assert.deepStrictEqual(lines, [
          "PostgreSQL's notifications don't reach this process; it looks for jobs ten times a second"
        ])
      })
    )

    it.effect("a job whose process died comes back when its claim has expired, and counts the attempt", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* (yield* Jobs).queue({ name: "died", schema: Errand })
        yield* queue.offer({ errand: "again" })
        yield* sql`UPDATE effect_queue SET attempts = 1, acquired_by = ${randomUUID()},
          acquired_at = now() - interval '11 seconds' WHERE queue_name = 'died'`
        const seen = yield* Queue.unbounded<unknown>()
        yield* Effect.forkScoped(
          queue.work(() => Effect.flatMap(rowOf("died"), (row) => Queue.offer(seen, row?.["attempts"])), {
            concurrency: 1
          })
        )
        assert.strictEqual(yield* Queue.take(seen), 2)
      })
    )

    it.effect("a claim whose answer didn't arrive is given back, and no other", () =>
      Effect.gen(function* () {
        const claims = yield* claimsRepo
        const queue = yield* (yield* Jobs).queue({ name: "given back", schema: Errand })
        const wanted = [{ name: "given back", free: 1, maxAttempts: 10 }]
        const [first, second] = [randomUUID(), randomUUID()]
        yield* Effect.forEach(["one", "another"], (errand) => queue.offer({ errand }))
        const kept = yield* claims.claim(wanted, first)
        yield* claims.claim(wanted, second)
        yield* claims.abandon(wanted, second)
        const { jobs, next } = yield* claims.claim([{ name: "given back", free: 8, maxAttempts: 10 }], second)
        assert.deepStrictEqual(
          [...kept.jobs, ...jobs].map(({ attempts, element }) => [element, attempts]),
          [
            ['{"errand":"one"}', 1],
            ['{"errand":"another"}', 1]
          ]
        )
        assert.isNotNull(next.get("given back") ?? null)
      })
    )

    it.effect("a job that has used up its attempts fails, and isn't run", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* (yield* Jobs).queue({ name: "exhausted", schema: Errand })
        yield* queue.offer({ errand: "one too many" })
        yield* sql`UPDATE effect_queue SET attempts = 1000, acquired_by = ${randomUUID()},
          acquired_at = now() - interval '13 seconds' WHERE queue_name = 'exhausted'`
        const done = yield* taking(yield* Jobs, "exhausted")
        const row = yield* Effect.repeat(rowOf("exhausted"), { until: (now) => now?.["state"] === "failed" })
        assert.deepInclude(row, {
          attempts: 1000,
          acquired_by: null,
          last_failure: "The process ended during the last attempt."
        })
        assert.strictEqual(yield* Queue.size(done), 0)
      })
    )

    it.effect("a job that can't be read waits for a process that can read it, and the next one is run", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const newer = Schema.Struct({ other: Schema.String })
        const queue = yield* (yield* Jobs).queue({ name: "unreadable", schema: newer })
        yield* queue.offer({ other: "of a newer version" })
        const row = rowOf("unreadable")
        yield* Effect.gen(function* () {
          const done = yield* taking(yield* Jobs, "unreadable")
          const tried = yield* Effect.repeat(row, {
            until: (now) => typeof now?.["last_failure"] === "string"
          })
          assert.strictEqual(tried?.["state"], "pending")
          const readable = yield* (yield* Jobs).queue({ name: "unreadable", schema: Errand })
          yield* readable.offer({ errand: "next" })
          assert.strictEqual(yield* Queue.take(done), "next")
        }).pipe(Effect.scoped)
        yield* sql`UPDATE effect_queue SET visible_at = now() WHERE queue_name = 'unreadable'`
        const upgraded = yield* (yield* anotherProcess()).queue({ name: "unreadable", schema: newer })
        const read = yield* Deferred.make<string>()
        yield* Effect.forkScoped(
          upgraded.work(({ other }) => Effect.asVoid(Deferred.succeed(read, other)), { concurrency: 1 })
        )
        assert.strictEqual(yield* Deferred.await(read), "of a newer version")
      })
    )

    it.effect("a claim is renewed while the job runs, and one that was lost writes nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const process = yield* anotherProcess({ settings: { renewEvery: Duration.millis(10) } })
        const queue = yield* process.queue({ name: "long", schema: Errand })
        const row = rowOf("long")
        const [ended, thief] = [yield* Deferred.make<void>(), randomUUID()]
        const long = Effect.gen(function* () {
          const first = yield* row
          yield* Effect.repeat(row, {
            until: (now) => String(now?.["acquired_at"]) !== String(first?.["acquired_at"])
          })
          yield* sql`UPDATE effect_queue SET acquired_by = ${thief} WHERE queue_name = 'long'`
        })
        const worker = yield* Effect.forkScoped(
          queue.work(() => Effect.ensuring(long, Deferred.succeed(ended, undefined)), { concurrency: 1 })
        )
        yield* queue.offer({ errand: "long" })
        yield* Deferred.await(ended)
        yield* Fiber.interrupt(worker)
        assert.deepInclude(yield* row, { state: "pending", attempts: 1, acquired_by: thief })
      })
    )

    it.effect(
      "a finished job is deleted, unless it has an id of its own, which then counts for nothing",
      () =>
        Effect.gen(function* () {
          const queue = yield* (yield* Jobs).queue({ name: "finished", schema: Errand })
          const done = yield* taking(yield* Jobs, "finished")
          yield* queue.offer({ errand: "without" })
          assert.strictEqual(yield* Queue.take(done), "without")
          yield* Effect.repeat(rowOf("finished"), { until: (row) => row === undefined })
          const offer = queue.offer({ errand: "with" }, { id: "finished:1" })
          yield* offer
          assert.strictEqual(yield* Queue.take(done), "with")
          yield* Effect.repeat(rowOf("finished"), { until: (row) => row?.["state"] === "completed" })
          yield* offer
          yield* queue.offer({ errand: "after it" })
          assert.strictEqual(yield* Queue.take(done), "after it")
        })
    )
  }
)
