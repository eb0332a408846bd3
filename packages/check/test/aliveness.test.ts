import { assert, describe, it } from "@effect/vitest"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { fail, pass } from "../src/check/Check.ts"
import { makeExchanges } from "../src/exchange/Exchange.ts"
import { verdictSentences } from "../src/report/words.ts"
import { runKit } from "../src/run/runKit.ts"
import { aCall, aCheck, aGroup, aKit, aRun, type ACheck } from "./aKit.ts"

const refused = { ...aCall(), answer: undefined, failure: "connection_refused" }

const lost = fail({ cause: "The fund loses a call.", expected: "An answer.", actual: "None." })

const verdictsOf = ({ checks }: CheckReport) => checks.map(({ verdict }) => verdict)

/** A check that makes a call, and judges whether it was answered. */
const calling = (id: string, isUp: () => boolean, given: Partial<ACheck> = {}) =>
  aCheck(id, {
    ...given,
    run: ({ exchanges }) =>
      Effect.map(exchanges.record(isUp() ? aCall() : refused), ({ answer }) =>
        answer === undefined ? lost : pass
      )
  })

/** The report of a run of these checks, after longer than a subject is waited for: a wait may begin after any second. */
const reportOf = (isUp: () => boolean, ...checks: ReadonlyArray<ACheck>) =>
  Effect.gen(function* () {
    const aliveness = { subject: "fund", isReachable: Effect.sync(isUp) }
    const running = yield* Effect.forkChild(runKit(aRun(aKit(aGroup("AUTH", ...checks)), { aliveness })))
    for (let second = 0; second < 30; second += 1) yield* TestClock.adjust("1 second")
    return yield* Fiber.join(running)
  })

describe("a subject that stops in the middle of a run", () => {
  it.effect("is one finding that names the check, and the run is incomplete", () =>
    Effect.gen(function* () {
      let isUp = true
      const up = () => isUp
      const stops = calling("AUTH-5-2", () => (isUp = false))
      const after = ["AUTH-5-3", "AUTH-5-4"].map((id) => calling(id, up, { independent: true }))
      const { checks, findings, verdict } = yield* reportOf(up, calling("AUTH-5-1", up), stops, ...after)
      assert.deepStrictEqual(
        checks.map((check) => check.verdict),
        ["pass", "warn", "error", "error"]
      )
      assert.lengthOf(findings, 1)
      assert.strictEqual(
        findings[0]!.cause,
        "The fund stopped answering during AUTH-5-2: it accepts no connection any more."
      )
      assert.match(findings[0]!.hint, /^Look in the log of the fund/)
      assert.strictEqual(checks[3]!.why, "Not judged: the fund stopped answering during AUTH-5-2.")
      assert.strictEqual(verdict, "incomplete")
    })
  )

  it.effect(
    "is the first finding, required whatever its check demands, with the last call that reached it",
    () =>
      Effect.gen(function* () {
        let isUp = true
        const up = () => isUp
        const fails = aCheck("AUTH-5-1", {
          run: ({ exchanges }) => Effect.as(exchanges.record(aCall()), lost)
        })
        const stops = calling("AUTH-5-2", () => (isUp = false), { level: "SHOULD" })
        const report = yield* reportOf(up, fails, stops)
        const { findings } = report
        assert.deepStrictEqual(
          findings.map(({ checks, level, verdict }) => [level, verdict, ...checks]),
          [
            ["MUST", "fail", "AUTH-5-2"],
            ["MUST", "fail", "AUTH-5-1"]
          ]
        )
        assert.strictEqual(findings[0]!.exchange, "e1")
        assert.strictEqual(
          findings[0]!.actual,
          "No connection after the call e1 of AUTH-5-1, the last one that reached the fund."
        )
        const alone = { ...report, checks: report.checks.slice(1), findings: findings.slice(0, 1) }
        assert.include(verdictSentences(alone)[0]!, "1 required finding, F1.")
      })
  )

  it.effect("at its last check doesn't conform either", () =>
    Effect.gen(function* () {
      const down = () => false
      assert.strictEqual((yield* reportOf(down, calling("AUTH-5-1", down))).verdict, "incomplete")
    })
  )

  it.effect("and comes back is checked again, and no call that fell into the pause is judged", () =>
    Effect.gen(function* () {
      let calls = 0
      let looks = 0
      const check = calling("AUTH-5-1", () => ++calls > 1)
      assert.strictEqual((yield* reportOf(() => ++looks > 3, check)).verdict, "conforms")
      assert.strictEqual(calls, 2)
    })
  )

  it.effect("is judged where it answers no call, and goes on accepting connections", () =>
    Effect.gen(function* () {
      const check = calling("AUTH-5-1", () => false)
      const { findings } = yield* reportOf(() => true, check)
      assert.strictEqual(findings[0]!.cause, "The fund loses a call.")
    })
  )
})

describe("a subject that answers nothing", () => {
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
              return end === "answered" ? pass : lost
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
})
