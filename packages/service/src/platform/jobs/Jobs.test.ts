import { assert, describe, it, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Cron from "effect/Cron"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { TestLog } from "../../../test/TestLog.ts"
import { BusinessClock } from "../time/BusinessClock.ts"
import { Jobs } from "./Jobs.ts"
import { jobsRepo } from "./JobsRepo.ts"
import { periodically } from "./periodically.ts"
import { supervised, troubleOf } from "./supervised.ts"

const Errand = Schema.Struct({ errand: Schema.String })

const waiting = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ element: string }>`
      SELECT element FROM effect_queue WHERE queue_name = ${name} AND state = 'pending' ORDER BY sequence`
    return rows.map(({ element }) => JSON.parse(element).errand)
  })

layer(Jobs.layer.pipe(Layer.provideMerge(TestDatabase.layer)), { excludeTestServices: true })(
  "jobs",
  (it) => {
    it.effect("a worker takes each job once, also with several slots", () =>
      Effect.gen(function* () {
        const queue = yield* (yield* Jobs).queue({ name: "once", schema: Errand })
        const errands = Array.from({ length: 20 }, (_, index) => String(index))
        yield* Effect.forEach(errands, (errand) => queue.offer({ errand }))
        const done = yield* Queue.unbounded<string>()
        const worker = yield* Effect.forkChild(
          queue.work(({ errand }) => Effect.asVoid(Queue.offer(done, errand)), { concurrency: 4 })
        )
        const taken = yield* Queue.takeN(done, 20)
        assert.sameMembers(taken, errands)
        yield* Fiber.interrupt(worker)
        assert.deepStrictEqual(yield* waiting("once"), [])
        assert.strictEqual(yield* Queue.size(done), 0)
      })
    )

    it.effect("a worker continues after a job that fails or dies", () =>
      Effect.gen(function* () {
        const queue = yield* (yield* Jobs).queue({ name: "poison", schema: Errand })
        const done = yield* Deferred.make<string>()
        yield* Effect.forEach(["fails", "dies", "works"], (errand) => queue.offer({ errand }))
        yield* Effect.forkChild(
          queue.work(
            ({ errand }) =>
              errand === "fails"
                ? Effect.fail("no")
                : errand === "dies"
                  ? Effect.die("never")
                  : Effect.asVoid(Deferred.succeed(done, errand)),
            { concurrency: 1 }
          )
        )
        assert.strictEqual(yield* Deferred.await(done), "works")
      })
    )

    it.effect("absorbing removes the waiting offers of the same value, and nothing else", () =>
      Effect.gen(function* () {
        const queue = yield* (yield* Jobs).queue({ name: "absorbed", schema: Errand })
        yield* Effect.forEach(["a", "b", "a", "a"], (errand) => queue.offer({ errand }))
        yield* queue.offer({ errand: "a" }, { delay: "1 hour" })
        yield* queue.absorb({ errand: "a" })
        assert.deepStrictEqual(yield* waiting("absorbed"), ["b", "a"])
      })
    )

    it.effect("a delayed job of a timer can be made due earlier by the clock, and never later", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const Tick = Schema.Struct({ slot: Schema.String, simulated: Schema.Boolean })
        const queue = yield* (yield* Jobs).queue({ name: "cron:hastened", schema: Tick })
        const { simulated } = yield* (yield* BusinessClock).moments
        const slotIn = (minutes: number) => new Date(simulated.getTime() + minutes * 60_000).toISOString()
        const [sooner, later] = [slotIn(1), slotIn(120)]
        yield* Effect.forEach([sooner, later], (slot) =>
          queue.offer({ slot, simulated: true }, { delay: "1 hour" })
        )
        yield* (yield* jobsRepo).hastenTimers
        const rows = yield* sql`SELECT visible_at < now() + interval '2 minutes' AS soon,
            visible_at < now() + interval '61 minutes' AS within_the_hour
          FROM effect_queue WHERE queue_name = 'cron:hastened' ORDER BY sequence`
        assert.deepStrictEqual(rows, [
          { soon: true, within_the_hour: true },
          { soon: false, within_the_hour: true }
        ])
      })
    )

    it.effect(
      "what comes round by the clock runs once when the clock is moved over its time, unless it goes by true time",
      () =>
        Effect.gen(function* () {
          const clock = yield* BusinessClock
          const ran = yield* Queue.unbounded<string>()
          const { live } = yield* clock.moments
          // Both times occur in half an hour, and again in a day.
          const inHalfAnHour = Cron.make({
            minutes: [(live.getUTCMinutes() + 30) % 60],
            hours: [(live.getUTCHours() + (live.getUTCMinutes() >= 30 ? 1 : 0)) % 24],
            days: [],
            months: [],
            weekdays: []
          })
          const note = (what: string) => Effect.asVoid(Queue.offer(ran, what))
          yield* Effect.forkChild(periodically("moved", inHalfAnHour, note("moved")))
          yield* Effect.forkChild(periodically("moved", inHalfAnHour, note("moved")))
          yield* Effect.forkChild(periodically("fixed", inHalfAnHour, note("fixed"), { simulated: false }))
          const slots = (name: string) =>
            Effect.flatMap(
              SqlClient.SqlClient,
              (sql) =>
                sql`SELECT FROM effect_queue WHERE queue_name = ${`cron:${name}`} AND state = 'pending'
                  AND visible_at > now()`
            )
          const offered = (name: string) =>
            slots(name).pipe(Effect.repeat({ until: (rows) => rows.length === 1 }))
          yield* Effect.all([offered("moved"), offered("fixed")])
          yield* clock.advance(Duration.hours(3 * 24), { kind: "system" })
          assert.strictEqual(yield* Queue.take(ran), "moved")
          yield* offered("moved")
          assert.strictEqual(yield* Queue.size(ran), 0)
        })
    )

    it.effect(
      "what comes round by the clock runs once for each time, however many processes watch the clock",
      () =>
        Effect.gen(function* () {
          const ran = yield* Queue.unbounded<string>()
          const everySecond = Cron.parseUnsafe("* * * * * *")
          const watch = (process: string) =>
            periodically("every-second", everySecond, Effect.asVoid(Queue.offer(ran, process)))
          yield* Effect.forkChild(watch("one"))
          yield* Effect.forkChild(watch("another"))
          yield* Queue.takeN(ran, 2)
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql<{ id: string; attempts: number }>`
        SELECT id, attempts FROM effect_queue WHERE queue_name = 'cron:every-second'
        AND visible_at <= now() ORDER BY id`
          assert.isAtLeast(rows.length, 2)
          assert.strictEqual(new Set(rows.map(({ id }) => id)).size, rows.length)
          for (const { id, attempts } of rows) {
            assert.match(id, /^cron:every-second:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
            assert.isAtMost(attempts, 1)
          }
        })
    )
  }
)

describe("supervised", () => {
  it.effect(
    "warns of a first failure, is an error once a minute while it keeps failing, and says when it is over",
    () =>
      Effect.gen(function* () {
        const trouble = troubleOf("A test")
        const seen = Effect.map(TestLog, (lines) =>
          lines
            .splice(0)
            .map(({ annotations, level, message }) => `${level} ${message} ${annotations["failures"]}`)
        )
        const failedAfter = (duration: Duration.Input) =>
          TestClock.adjust(duration).pipe(
            Effect.andThen(trouble.failed(Cause.fail("connection lost"))),
            Effect.andThen(seen)
          )
        assert.deepStrictEqual(yield* failedAfter(0), ["Warn A background task failed and is tried again 1"])
        assert.deepStrictEqual(yield* failedAfter("59 seconds"), ["Debug A background task failed again 2"])
        assert.deepStrictEqual(yield* failedAfter("1 second"), ["Error A background task keeps failing 3"])
        assert.deepStrictEqual(yield* failedAfter("5 seconds"), ["Debug A background task failed again 4"])
        assert.deepStrictEqual(yield* failedAfter("1 minute"), ["Error A background task keeps failing 5"])
        yield* trouble.worked
        yield* trouble.worked
        assert.deepStrictEqual(yield* seen, ["Info A background task works again 5"])
        // One that fails now and then isn't one that keeps failing.
        assert.deepStrictEqual(yield* failedAfter("1 hour"), [
          "Warn A background task failed and is tried again 1"
        ])
        assert.deepStrictEqual(yield* failedAfter("1 hour"), [
          "Warn A background task failed and is tried again 1"
        ])
      }).pipe(Effect.provide(TestLog.layer))
  )

  it.live("starts an effect again whenever it fails or dies, until it is interrupted", () =>
    Effect.gen(function* () {
      const runs = yield* Queue.unbounded<number>()
      let run = 0
      const effect = Effect.suspend(() => {
        run += 1
        Queue.offerUnsafe(runs, run)
        return run === 1 ? Effect.fail("connection lost") : run === 2 ? Effect.die("defect") : Effect.void
      })
      const fiber = yield* Effect.forkChild(supervised("A test", effect))
      assert.deepStrictEqual(yield* Queue.takeN(runs, 4), [1, 2, 3, 4])
      yield* Fiber.interrupt(fiber)
    })
  )
})
