import { assert, describe, it } from "@effect/vitest"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { pass } from "../src/check/Check.ts"
import type { Progress } from "../src/run/RunRequest.ts"
import { runKit } from "../src/run/runKit.ts"
import { calling, waiting } from "../src/run/Stopwatch.ts"
import { aCheck, aGroup, aKit, aRun } from "./aKit.ts"

const verdictsOf = ({ checks }: CheckReport) => checks.map(({ verdict }) => verdict)

describe("a run of a kit", () => {
  it.effect("runs the checks in the order of the kit, and reports each one", () =>
    Effect.gen(function* () {
      const ran: Array<string> = []
      const noting = (id: string) => aCheck(id, { run: () => Effect.sync(() => (ran.push(id), pass)) })
      const report = yield* runKit(
        aRun(aKit(aGroup("AUTH", noting("AUTH-5-1"), noting("AUTH-5-2")), aGroup("TIME", noting("TIME-4-1"))))
      )
      assert.deepStrictEqual(ran, ["AUTH-5-1", "AUTH-5-2", "TIME-4-1"])
      assert.deepStrictEqual(
        report.checks.map(({ group, id }) => [group, id]),
        [
          ["AUTH", "AUTH-5-1"],
          ["AUTH", "AUTH-5-2"],
          ["TIME", "TIME-4-1"]
        ]
      )
      assert.strictEqual(report.verdict, "conforms")
    })
  )

  it.effect("lets neighbours run side by side if they say that they are independent", () =>
    Effect.gen(function* () {
      const first = yield* Deferred.make<void>()
      const second = yield* Deferred.make<void>()
      // Each ends only if the other has begun.
      const meeting = (id: string, own: Deferred.Deferred<void>, other: Deferred.Deferred<void>) =>
        aCheck(id, {
          independent: true,
          run: () =>
            Deferred.succeed(own, undefined).pipe(Effect.andThen(Deferred.await(other)), Effect.as(pass))
        })
      const report = yield* runKit(
        aRun(aKit(aGroup("AUTH", meeting("AUTH-5-1", first, second), meeting("AUTH-5-2", second, first))))
      )
      assert.deepStrictEqual(verdictsOf(report), ["pass", "pass"])
    })
  )

  it.effect("lets independent checks run beside those of the next group, if the kit says so", () =>
    Effect.gen(function* () {
      const released = yield* Deferred.make<void>()
      const events: Array<string> = []
      const onProgress = (progress: Progress) =>
        Effect.sync(() => {
          if (progress.event === "run_started") events.push(`${progress.checks} checks`)
          if (progress.event === "check_ended") {
            events.push(`${progress.result.id} ended`)
            if (progress.result.group === "LOOKUP") Deferred.doneUnsafe(released, Effect.void)
          }
          if (progress.event === "group_started" || progress.event === "group_ended")
            events.push(`${progress.group} ${progress.event.slice("group_".length)}`)
        })
      const independent = true
      // The first ends only after the one of the next group.
      const waits = aCheck("AUTH-5-1", { independent, run: () => Effect.as(Deferred.await(released), pass) })
      const releases = aCheck("LOOKUP-4.2-1", { independent })
      const alone = aCheck("TIME-4-1")
      const kit = aKit(aGroup("AUTH", waits), aGroup("LOOKUP", releases), aGroup("TIME", alone))
      const report = yield* runKit(aRun({ ...kit, groupsOverlap: true }, { onProgress }))
      assert.deepStrictEqual(
        report.checks.map(({ id }) => String(id)),
        ["AUTH-5-1", "LOOKUP-4.2-1", "TIME-4-1"]
      )
      assert.deepStrictEqual(events, [
        "3 checks",
        "AUTH started",
        "LOOKUP started",
        "LOOKUP-4.2-1 ended",
        "AUTH-5-1 ended",
        "AUTH ended",
        "LOOKUP ended",
        "TIME started",
        "TIME-4-1 ended",
        "TIME ended"
      ])
    })
  )

  it.effect("never runs two checks side by side in a certifying run", () =>
    Effect.gen(function* () {
      let running = 0
      const most: Array<number> = []
      const counting = (id: string) =>
        aCheck(id, {
          independent: true,
          run: () =>
            Effect.gen(function* () {
              running += 1
              yield* Effect.yieldNow
              most.push(running)
              running -= 1
              return pass
            })
        })
      const checks = ["AUTH-5-1", "AUTH-5-2", "AUTH-5-3"].map(counting)
      yield* runKit(aRun(aKit(aGroup("AUTH", ...checks)), { mode: "certify" }))
      assert.deepStrictEqual(most, [1, 1, 1])
    })
  )

  it.effect("is over for a check at its time limit, also if it can't be interrupted", () =>
    Effect.gen(function* () {
      const checks = [
        aCheck("AUTH-5-1", { run: () => Effect.never }),
        aCheck("AUTH-5-2", { timeLimit: "5 seconds", run: () => Effect.uninterruptible(Effect.never) }),
        aCheck("AUTH-5-3")
      ]
      const running = yield* Effect.forkChild(runKit(aRun(aKit(aGroup("AUTH", ...checks)))))
      yield* TestClock.adjust("30 seconds")
      yield* TestClock.adjust("5 seconds")
      const report = yield* Fiber.join(running)
      assert.deepStrictEqual(verdictsOf(report), ["error", "error", "pass"])
      assert.strictEqual(report.checks[0]?.why, "The check was not finished after 30 seconds.")
      assert.strictEqual(report.checks[0]?.took_ms, 30_000)
      assert.strictEqual(report.verdict, "incomplete")
      assert.deepStrictEqual(report.findings, [])
    })
  )

  it.effect("waits longer for calls that end by themselves, and for what the subject asked for", () =>
    Effect.gen(function* () {
      const slow = calling(Effect.sleep("29 seconds"))
      const held = waiting(Effect.sleep("20 minutes"))
      const checks = [
        aCheck("AUTH-5-1", { run: () => Effect.as(Effect.andThen(slow, slow), pass) }),
        aCheck("AUTH-5-2", { run: () => Effect.as(Effect.all([slow, held], { concurrency: 2 }), pass) }),
        aCheck("AUTH-5-3", { run: () => Effect.as(Effect.andThen(held, Effect.sleep("31 seconds")), pass) })
      ]
      const running = yield* Effect.forkChild(
        runKit(aRun(aKit(aGroup("AUTH", ...checks)), { timeLimit: "3 minutes" }))
      )
      for (let minute = 0; minute < 50; minute += 1) yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(verdictsOf(yield* Fiber.join(running)), ["pass", "pass", "error"])
    })
  )

  it.effect("ends at its own time limit, and says which checks it did not reach", () =>
    Effect.gen(function* () {
      const checks = [aCheck("AUTH-5-1", { run: () => Effect.never }), aCheck("AUTH-5-2")]
      const running = yield* Effect.forkChild(
        runKit(aRun(aKit(aGroup("AUTH", ...checks)), { timeLimit: "2 minutes" })).pipe()
      )
      yield* TestClock.adjust("30 seconds")
      const first = yield* Fiber.join(running)
      assert.deepStrictEqual(verdictsOf(first), ["error", "pass"])

      const short = yield* Effect.forkChild(
        runKit(aRun(aKit(aGroup("AUTH", ...checks)), { timeLimit: "12 seconds" }))
      )
      yield* TestClock.adjust("12 seconds")
      const second = yield* Fiber.join(short)
      assert.deepStrictEqual(verdictsOf(second), ["error", "error"])
      assert.strictEqual(second.checks[1]?.why, "The run ended after 12 seconds, before this check.")
    })
  )

  it.effect("takes a defect for a mistake of the kit, and repeats none of its message", () =>
    Effect.gen(function* () {
      const checks = [
        aCheck("AUTH-5-1", { run: () => Effect.die(new TypeError("Ada Lovelace")) }),
        aCheck("AUTH-5-2", {
          appliesTo: () => {
            throw new RangeError("Ada Lovelace")
          }
        }),
        aCheck("AUTH-5-3", { run: () => Effect.interrupt })
      ]
      const report = yield* runKit(aRun(aKit(aGroup("AUTH", ...checks))))
      assert.deepStrictEqual(verdictsOf(report), ["error", "error", "error"])
      assert.strictEqual(
        report.checks[0]?.why,
        "The kit made a mistake in this check (TypeError). Please report it."
      )
      assert.notInclude(JSON.stringify(report), "Lovelace")
    })
  )

  it.effect("closes what a check has opened before the next one begins", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const opening = aCheck("AUTH-5-1", {
        run: () =>
          Effect.as(
            Effect.addFinalizer(() => Effect.sync(() => events.push("closed"))),
            pass
          )
      })
      const next = aCheck("AUTH-5-2", { run: () => Effect.sync(() => (events.push("next"), pass)) })
      yield* runKit(aRun(aKit(aGroup("AUTH", opening, next))))
      assert.deepStrictEqual(events, ["closed", "next"])
    })
  )

  it.effect("gives each check the same values, whatever runs before it", () =>
    Effect.gen(function* () {
      const seeds = new Map<string, Array<number>>()
      const drawing = (id: string) =>
        aCheck(id, {
          run: ({ draws }) => Effect.sync(() => (seeds.set(id, [...(seeds.get(id) ?? []), draws.seed]), pass))
        })
      const [one, other] = [drawing("AUTH-5-1"), drawing("AUTH-5-2")]
      yield* runKit(aRun(aKit(aGroup("AUTH", one, other))))
      yield* runKit(aRun(aKit(aGroup("AUTH", other)), { mode: "certify" }))
      yield* runKit(aRun(aKit(aGroup("AUTH", other)), { seed: 8 }))
      const [all = 0, alone = 0, another = 0] = seeds.get("AUTH-5-2") ?? []
      assert.strictEqual(all, alone)
      assert.notStrictEqual(all, another)
      assert.notStrictEqual(all, seeds.get("AUTH-5-1")?.[0])
      for (const seed of [all, another]) assert.isTrue(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)
    })
  )

  it.effect("says of each check whether its cases were drawn", () =>
    Effect.gen(function* () {
      const drawing = aCheck("AUTH-5-1", { run: ({ draws }) => Effect.sync(() => (draws.seed, pass)) })
      const report = yield* runKit(aRun(aKit(aGroup("AUTH", drawing, aCheck("AUTH-5-2")))))
      assert.deepStrictEqual(
        report.checks.map(({ drawn }) => drawn),
        [true, undefined]
      )
    })
  )
})
