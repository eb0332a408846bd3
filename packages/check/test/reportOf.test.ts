import { assert, describe, it } from "@effect/vitest"
import { CheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fail, notObserved, pass, warn } from "../src/check/Check.ts"
import { makeExchanges } from "../src/exchange/Exchange.ts"
import { reportFiles } from "../src/report/writeReports.ts"
import { runKit } from "../src/run/runKit.ts"
import { aCall, aCheck, aGroup, aKit, aRun, ending } from "./aKit.ts"

const wrong = (cause: string) => fail({ cause, expected: "200", actual: "404" })

describe("the verdict of a run", () => {
  const broken = { verdict: "error", why: "No port was free." } as const

  it.effect.each([
    ["conforms", "MUST", [pass, notObserved("No trigger.")]],
    ["does_not_conform", "MUST", [pass, wrong("It is answered 404.")]],
    ["conforms", "MUST", [warn({ cause: "It is slow.", expected: "fast", actual: "slow" })]],
    // Only checks of level MUST show that a subject conforms.
    ["incomplete", "SHOULD", [pass, wrong("It is answered 404.")]],
    ["incomplete", "INFO", [wrong("It is answered 404.")]],
    ["incomplete", "MUST", [notObserved("No trigger.")]],
    ["incomplete", "MUST", [pass, broken]],
    ["does_not_conform", "MUST", [wrong("It is answered 404."), broken]],
    ["incomplete", "SHOULD", [broken]]
  ] as const)("is %s if checks of level %s end so (%#)", ([verdict, level, outcomes]) =>
    Effect.gen(function* () {
      const checks = outcomes.map((outcome, index) => ending(`AUTH-5-${index + 1}`, outcome, { level }))
      assert.strictEqual((yield* runKit(aRun(aKit(aGroup("AUTH", ...checks))))).verdict, verdict)
    })
  )

  it.effect("counts no check that does not apply, and gives its reason", () =>
    Effect.gen(function* () {
      const ruledOut = aCheck("AUTH-5-1", {
        appliesTo: () => "The fund has no lookup.",
        run: () => Effect.die("never run")
      })
      const report = yield* runKit(aRun(aKit(aGroup("AUTH", ruledOut, aCheck("AUTH-5-2")))))
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
