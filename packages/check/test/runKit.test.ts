import { assert, describe, it } from "@effect/vitest"
import { CheckReport } from "@embedded-super/contracts/schemas"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { fail, notObserved, pass, warn } from "../src/check/outcomes.ts"
import { makeExchanges } from "../src/exchange/Exchanges.ts"
import { reportFiles } from "../src/report/writeReports.ts"
import type { Progress } from "../src/run/RunRequest.ts"
import { runKit } from "../src/run/runKit.ts"
import { calling, waiting } from "../src/run/Stopwatch.ts"
import { aCall, aCheck, aGroup, aKit, aRun, ending } from "./aKit.ts"

const wrong = (cause: string) => fail({ cause, expected: "200", actual: "404" })

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

  it.effect("ends when the calls of three checks have waited a minute without an answer", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const ends = {
        silent: { answer: undefined, failure: "timeout" },
        begun: { failure: "timeout" },
        answered: {}
      }
      const waiting = (id: string, took: number, end: keyof typeof ends = "silent") =>
        aCheck(id, {
          run: () =>
            Effect.gen(function* () {
              yield* exchanges.record({ ...aCall({ took }), ...ends[end] })
              return end === "answered" ? pass : wrong("The fund doesn't answer.")
            })
        })
      const checks = [
        waiting("LOOKUP-4.2-1", 30_000),
        waiting("LOOKUP-4.2-2", 30_000),
        waiting("LOOKUP-4.2-3", 10, "answered"),
        waiting("LOOKUP-4.2-4", 30_000, "begun"),
        waiting("LOOKUP-4.2-5", 29_000),
        waiting("LOOKUP-4.2-6", 999),
        waiting("LOOKUP-4.2-7", 1),
        waiting("LOOKUP-4.2-8", 1),
        { ...waiting("LOOKUP-4.2-9", 1), evenIfSilent: true }
      ]
      const report = yield* runKit(aRun(aKit(aGroup("LOOKUP", ...checks)), { exchanges }))
      assert.deepStrictEqual(verdictsOf(report), [
        ...["fail", "fail", "pass", "fail", "fail", "fail", "fail"],
        "error",
        "fail"
      ])
      assert.include(report.checks[7]?.why, "nothing answered the calls of the checks before it")
      assert.strictEqual(report.verdict, "does_not_conform")
      assert.lengthOf(report.findings, 1)
    })
  )

  it.effect("goes on when a single check waits on purpose", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const waiting = aCheck("TRANSPORT-7-1", {
        run: () =>
          Effect.gen(function* () {
            for (let made = 0; made < 5; made += 1)
              yield* exchanges.record({ ...aCall({ took: 30_000 }), answer: undefined, failure: "timeout" })
            return pass
          })
      })
      const report = yield* runKit(
        aRun(aKit(aGroup("TRANSPORT", waiting, aCheck("TRANSPORT-7-2"))), { exchanges })
      )
      assert.deepStrictEqual(verdictsOf(report), ["pass", "pass"])
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

describe("the verdict of a run", () => {
  const rows = [
    ["conforms", [pass, notObserved("No trigger.")], "MUST"],
    ["does_not_conform", [pass, wrong("It is answered 404.")], "MUST"],
    ["conforms", [warn({ cause: "It is slow.", expected: "fast", actual: "slow" })], "MUST"],
    ["conforms", [wrong("It is answered 404.")], "SHOULD"],
    ["conforms", [wrong("It is answered 404.")], "INFO"],
    ["incomplete", [pass, { verdict: "error", why: "No port was free." }], "MUST"],
    [
      "does_not_conform",
      [wrong("It is answered 404."), { verdict: "error", why: "No port was free." }],
      "MUST"
    ],
    ["conforms", [{ verdict: "error", why: "No port was free." }], "SHOULD"]
  ] as const
  for (const [verdict, outcomes, level] of rows) {
    it.effect(
      `${verdict} if a ${level} has ${outcomes.map((outcome) => outcome.verdict).join(" and ")}`,
      () =>
        Effect.gen(function* () {
          const checks = outcomes.map((outcome, index) => ending(`AUTH-5-${index + 1}`, outcome, { level }))
          assert.strictEqual((yield* runKit(aRun(aKit(aGroup("AUTH", ...checks))))).verdict, verdict)
        })
    )
  }

  it.effect("counts no check that does not apply, and gives its reason", () =>
    Effect.gen(function* () {
      const ruledOut = aCheck("AUTH-5-1", {
        appliesTo: () => "The fund has no lookup.",
        run: () => Effect.die("never run")
      })
      const report = yield* runKit(aRun(aKit(aGroup("AUTH", ruledOut))))
      assert.strictEqual(report.checks[0]?.why, "The fund has no lookup.")
      assert.strictEqual(report.counts.not_applicable, 1)
      assert.strictEqual(report.verdict, "conforms")
    })
  )

  it.effect("shows a failure of an INFO check as a warning", () =>
    Effect.gen(function* () {
      const report = yield* runKit(
        aRun(aKit(aGroup("TIME", ending("TIME-4-1", wrong("It is slow."), { level: "INFO" }))))
      )
      assert.strictEqual(report.checks[0]?.verdict, "warn")
      assert.strictEqual(report.findings[0]?.verdict, "warn")
    })
  )
})

describe("the report of a run", () => {
  const tfn = "876 543 210"

  it.effect("fits its schema, and holds no tax file number and no name", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const leaking = aCheck("LOOKUP-4.2-1", {
        run: () =>
          Effect.gen(function* () {
            yield* exchanges.record(aCall())
            const { id } = yield* exchanges.record(
              aCall({ body: JSON.stringify({ tfn, family_name: "Lovelace" }), answer: `Unknown: ${tfn}` })
            )
            return fail({
              cause: "The lookup is answered 404.",
              expected: "200",
              actual: `404 with ${tfn}`,
              exchange: id
            })
          })
      })
      yield* exchanges.record(aCall())
      const report = yield* runKit(
        aRun(aKit(aGroup("LOOKUP", leaking)), {
          exchanges,
          names: ["lookup"],
          subject: { name: "Banksia Super", address: "https://user:key@api.banksia.example/v1/4711?key=abc" }
        })
      )
      const text = JSON.stringify(report)
      assert.deepStrictEqual(Schema.decodeUnknownSync(CheckReport)(JSON.parse(text)), report)
      for (const secret of [tfn, tfn.replaceAll(" ", ""), "Lovelace", "abc", "user:key", "4711"])
        assert.notInclude(text, secret)
      assert.strictEqual(report.subject.address, "https://api.banksia.example/v1/•••")
      assert.strictEqual(report.checks[0]?.exchanges.join(), "e3,e2")
      assert.strictEqual(report.findings[0]?.exchange, "e3")
      assert.deepStrictEqual(
        report.exchanges.map(({ check, id, status }) => [id, check, status]),
        [
          ["e1", undefined, 404],
          ["e2", "LOOKUP-4.2-1", 404],
          ["e3", "LOOKUP-4.2-1", 404]
        ]
      )
      assert.include(report.exchanges[2]?.curl, "curl -X POST")
    })
  )

  it.effect("names no call that hasn't ended, and can be written", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const [endsLater, neverEnds] = [exchanges.begin(), exchanges.begin()]
      const naming = (id: string, exchange: typeof endsLater) =>
        ending(id, fail({ cause: `${id} fails.`, expected: "200", actual: "404", exchange }))
      const ends = aCheck("AUTH-5-3", {
        run: () => Effect.as(exchanges.record(aCall(), endsLater), pass)
      })
      const kit = aKit(aGroup("AUTH", naming("AUTH-5-1", endsLater), naming("AUTH-5-2", neverEnds), ends))
      const report = yield* runKit(aRun(kit, { exchanges }))
      assert.deepStrictEqual(
        report.findings.map(({ exchange }) => exchange),
        [endsLater, undefined] as ReadonlyArray<unknown>
      )
      assert.deepStrictEqual(
        report.checks.map((check) => check.exchanges.join()),
        [endsLater, "", endsLater]
      )
      assert.include(reportFiles(report)["report.json"], endsLater)
    })
  )

  it.effect("gives the sentence of the description for a requirement, and none for a decision", () =>
    Effect.gen(function* () {
      const report = yield* runKit(
        aRun(
          aKit(
            aGroup(
              "AUTH",
              aCheck("AUTH-5-1", { requirement: "R-1-1" }),
              aCheck("AUTH-5-2", { requirement: "D-fund-calls" })
            )
          )
        )
      )
      assert.match(report.checks[0]?.requirement_text ?? "", /^Third-party payroll or HR software/)
      assert.isUndefined(report.checks[1]?.requirement_text)
    })
  )

  it.effect("keeps the calls of findings when there are too many to keep all", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      const calling = aCheck("LIMITS-4-1", {
        run: () =>
          Effect.gen(function* () {
            for (let made = 0; made < 5_010; made += 1) yield* exchanges.record(aCall())
            return fail({ cause: "The last one fails.", expected: "200", actual: "503", exchange: "e5010" })
          })
      })
      const report = yield* runKit(aRun(aKit(aGroup("LIMITS", calling)), { exchanges }))
      assert.lengthOf(report.exchanges, 5_000)
      assert.strictEqual(report.exchanges.at(-1)?.id, "e5010")
      assert.lengthOf(report.checks[0]?.exchanges ?? [], 1_000)
      assert.strictEqual(report.times[0]?.calls, 5_010)
      const kept = new Set(report.exchanges.map(({ id }) => id))
      assert.isTrue(report.checks[0]?.exchanges.every((id) => kept.has(id)))
    })
  )

  it.effect("has the percentiles of the answered calls of each operation", () =>
    Effect.gen(function* () {
      const exchanges = makeExchanges()
      for (let took = 100; took >= 1; took -= 1) yield* exchanges.record(aCall({ took }))
      yield* exchanges.record({ ...aCall({ took: 9_000 }), answer: undefined, failure: "timeout" })
      yield* exchanges.record({ ...aCall({ took: 9_000 }), operation: undefined })
      const report = yield* runKit(aRun(aKit(), { exchanges }))
      assert.deepStrictEqual(report.times, [
        { operation_id: "lookUpEmployer", calls: 100, p50_ms: 50, p95_ms: 95, p99_ms: 99, longest_ms: 100 }
      ])
      assert.strictEqual(report.exchanges[100]?.failure, "timeout")
    })
  )
})
