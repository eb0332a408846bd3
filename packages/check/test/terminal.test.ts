import { assert, describe, it } from "@effect/vitest"
import type { WebUrl } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { fail, notApplicable, notObserved, pass, warn } from "../src/check/Check.ts"
import { makeExchanges } from "../src/exchange/Exchange.ts"
import { colours, noColours } from "../src/report/terminal/terminalReport.ts"
import { terminalReporter, type TerminalOutput } from "../src/report/terminal/terminalReporter.ts"
import { explainText, explained, listed, listJson, listText } from "../src/cli/list.ts"
import { runKit, type RunOptions } from "../src/run/runKit.ts"
import { aCall, aCheck, aGroup, aKit, aRun, type AWorld, ending } from "./aKit.ts"

/** The output of a run. */
const printed = (options: RunOptions<AWorld>, terminal: Partial<TerminalOutput> = {}) =>
  Effect.gen(function* () {
    let text = ""
    const reporter = terminalReporter({
      write: (more) => Effect.sync(() => void (text += more)),
      width: 80,
      canColour: false,
      canAnimate: false,
      ...terminal
    })
    yield* reporter.begin({
      kit: options.kit.name,
      kit_version: options.kit.version,
      mode: options.mode,
      seed: options.seed as never,
      subject: { name: options.subject.name as never }
    })
    const report = yield* runKit({ ...options, onProgress: reporter.onProgress })
    yield* reporter.end(report)
    return text
  })

const exchanges = () => {
  const made = makeExchanges()
  const failing = aCheck("LOOKUP-4.2-1", {
    requirement: "R-4.2-5",
    hint: "Answer 200 with exactly one property, employer_found, which is false. Frameworks often turn a missing row into a 404.",
    run: () =>
      Effect.map(made.record(aCall({ body: '{"abn":"53004085616"}' })), ({ id }) =>
        fail({
          cause: "The lookup of an unknown employer is answered 404.",
          expected: '200 and {"employer_found": false}',
          actual: "404",
          exchange: id
        })
      )
  })
  return { made, failing }
}

describe("what a run prints", () => {
  it.effect("is a line for each group, each finding, and the verdict", () =>
    Effect.gen(function* () {
      const { failing, made } = exchanges()
      const kit = aKit(
        aGroup("AUTH", aCheck("AUTH-5-1"), aCheck("AUTH-5-2")),
        aGroup("LOOKUP", failing, aCheck("LOOKUP-4.2-2")),
        aGroup(
          "ERRORS",
          ending("ERRORS-4-1", notObserved("The profile names no trigger for a 429.")),
          ending("ERRORS-4-2", notObserved("The profile names no trigger for a 429."))
        ),
        aGroup("TIME", aCheck("TIME-4-1", { run: () => Effect.die("a defect") }))
      )
      const docsUrl = "https://docs.example.com" as WebUrl
      const text = yield* printed(aRun(kit, { exchanges: made, docsUrl }))
      assert.strictEqual(
        text,
        `Banksia Super
fund-check 0.1.0, development run, seed 7

AUTH       2 passed
LOOKUP     1 passed, 1 failed
ERRORS     2 not observed
TIME       1 not finished

F1  MUST failed: The lookup of an unknown employer is answered 404.
    expected  200 and {"employer_found": false}
    actual    404
    where     POST https://api.banksia.example/v1/employer_lookup (e1)
    your log  2026-11-23 02:00:00.000 UTC
    fix       Answer 200 with exactly one property, employer_found, which is
              false. Frameworks often turn a missing row into a 404.
    checks    LOOKUP-4.2-1
    repeat    curl -X POST 'https://api.banksia.example/v1/employer_lookup' \\
                -H 'content-type: application/json' \\
                --data '{"abn":"53004085616"}'
    again     npx fund-check run LOOKUP-4.2-1
    explain   npx fund-check explain LOOKUP-4.2-1
    docs      https://docs.example.com/funds/checks/lookup/#LOOKUP-4.2-1

Not finished
  TIME-4-1: The kit made a mistake in this check. Please report it.

Not observed
  all of ERRORS: The profile names no trigger for a 429.

Does not conform: 1 required finding, F1. 3 required checks passed.
The kit could not finish 1 required check.
The run proves nothing about 2 required checks that could not be observed.
7 checks in 0.0 s: 3 passed, 1 failed, 2 not observed, 1 not finished.
`
      )
    })
  )

  const failing = (...causes: ReadonlyArray<string>) =>
    causes.map((cause, index) =>
      ending(`AUTH-5-${index + 1}`, fail({ cause, expected: "200", actual: "404" }))
    )

  // Findings are counted, however many checks each has.
  it.effect.each([
    [
      failing("A.", "A.", "B."),
      "Does not conform: 2 required findings, F1 and F2. 0 required checks passed."
    ],
    [failing("A.", "B.", "C."), "Does not conform: 3 required findings, F1, F2 and F3. 0 required"],
    [failing("A.", "B.", "C.", "D.", "E."), "Does not conform: 5 required findings, F1 to F5. 0 required"],
    [[aCheck("AUTH-5-1")], "Conforms: No required check failed, 1 passed."],
    [
      [aCheck("AUTH-5-1", { run: () => Effect.die("no") })],
      "Incomplete: No required check failed, 0 passed.\nThe kit could not finish 1 required check."
    ],
    [
      [ending("AUTH-5-1", notApplicable("The address is plain http."))],
      "Nothing required was judged: This run doesn't show whether the subject conforms.\nThe profile rules out 1 required check, about which the run says nothing. The\naddress is plain http.\n1 check in 0.0 s: 1 not applicable.\n"
    ],
    [
      [ending("AUTH-5-1", pass, { level: "SHOULD" })],
      "Nothing required was judged: This run doesn't show whether the subject conforms.\n1 check in 0.0 s: 1 passed.\n"
    ]
  ] as const)("ends with the verdict (%#)", ([checks, words]) =>
    Effect.gen(function* () {
      assert.include(yield* printed(aRun(aKit(aGroup("AUTH", ...checks)))), words)
    })
  )

  it.effect("says that only a part of the kit ran", () =>
    Effect.gen(function* () {
      const text = yield* printed(aRun(aKit(aGroup("AUTH", aCheck("AUTH-5-1"))), { names: ["auth"] }))
      assert.include(text, "Conforms in part: No required check failed, 1 passed.")
      assert.include(text, "The run was limited to AUTH.")
    })
  )

  it.effect("names five of many checks of a finding, and counts the others", () =>
    Effect.gen(function* () {
      const checks = [1, 2, 3, 4, 5, 6, 7].map((number) =>
        ending(`AUTH-5-${number}`, warn({ cause: "Odd.", expected: "a", actual: "b" }))
      )
      const text = yield* printed(aRun(aKit(aGroup("AUTH", ...checks))))
      assert.include(text, "checks    AUTH-5-1, AUTH-5-2, AUTH-5-3, AUTH-5-4, AUTH-5-5 and 2 others")
    })
  )

  it.effect("says what the profile rules out, and why", () =>
    Effect.gen(function* () {
      const without = (id: string, why: string) => ending(id, notApplicable(why))
      const checks = [
        aCheck("AUTH-5-1"),
        without("AUTH-5-2", "The fund offers no lookup."),
        without("AUTH-5-3", "The fund offers no lookup."),
        without("AUTH-5-4", "The profile excludes the field tfn.")
      ]
      const text = yield* printed(aRun(aKit(aGroup("AUTH", ...checks))), { width: 200 })
      assert.include(
        text.replaceAll(/\s+/g, " "),
        "Conforms: No required check failed, 1 passed. The profile rules out 3 required checks, about which the run says nothing. The fund offers no lookup. The profile excludes the field tfn. 4 checks in"
      )
    })
  )

  it.effect("shows the other sentences that a finding includes", () =>
    Effect.gen(function* () {
      const wrong = (cause: string) => fail({ cause, expected: "200", actual: "404" })
      const checks = [
        ending("AUTH-5-1", wrong("All is refused.")),
        ending("AUTH-5-2", wrong("A charset is refused."), { restsOn: ["AUTH-5-1"] }),
        ending("AUTH-5-3", wrong("All is refused."))
      ]
      const text = yield* printed(aRun(aKit(aGroup("AUTH", ...checks))))
      assert.include(
        text,
        "    checks    AUTH-5-1, AUTH-5-3, AUTH-5-2\n    includes  A charset is refused. (AUTH-5-2)\n"
      )
    })
  )

  it.effect("has warnings in short, after the failures, which are named once more beside the verdict", () =>
    Effect.gen(function* () {
      const odd = warn({ cause: "It is odd.", expected: "a", actual: "b" })
      const wrong = (cause: string) => fail({ cause, expected: "200", actual: "404" })
      const checks = [
        ending("AUTH-5-1", odd),
        ending("AUTH-5-2", wrong("No key is needed.")),
        ending("AUTH-5-3", wrong("Any key is accepted."), { level: "SHOULD" })
      ]
      const text = yield* printed(aRun(aKit(aGroup("AUTH", ...checks))))
      assert.include(
        text,
        `Warnings: not demanded, or likely to cause trouble; report.html has the calls
F3  It is odd.
    fix       Do what AUTH-5-1 says.
    checks    AUTH-5-1

Does not conform: 1 required finding, F1. 1 more is recommended only. 1 required check passed.
  F1  MUST    No key is needed.
  F2  SHOULD  Any key is accepted.
`
      )
      assert.isBelow(text.indexOf("F2  SHOULD failed"), text.indexOf("Warnings:"))
    })
  )

  it.effect("has colours and a line that is replaced only in a terminal that has them", () =>
    Effect.gen(function* () {
      const kit = aKit(aGroup("AUTH", aCheck("AUTH-5-1"), aCheck("AUTH-5-2")))
      assert.notInclude(yield* printed(aRun(kit)), "\u001b")
      const text = yield* printed(aRun(kit), { canColour: true, canAnimate: true })
      assert.include(text, "\r\u001b[KAUTH       1 of 2")
      assert.include(text, `\r\u001b[K${colours.green("AUTH       ")}2 passed\n`)
    })
  )
})

describe("the texts about checks", () => {
  const check = aCheck("LOOKUP-4.2-1", { requirement: "R-1-1", level: "SHOULD" })
  const group = aGroup("LOOKUP", check, aCheck("LOOKUP-4.2-10", { requirement: "D-fund-calls" }))

  it("list every check below its group", () => {
    assert.strictEqual(
      listText(aKit(group), noColours),
      `LOOKUP  About LOOKUP
  LOOKUP-4.2-1   SHOULD  Does what LOOKUP-4.2-1 says.
  LOOKUP-4.2-10  MUST    Does what LOOKUP-4.2-10 says.`
    )
    assert.deepInclude(JSON.parse(listJson(aKit(group)))[0], { id: "LOOKUP-4.2-1", group: "LOOKUP" })
  })

  it("explain a check with the sentence of the description", () => {
    const text = explainText(aKit(group), check, group, 60, noColours)
    assert.match(text, /^LOOKUP-4\.2-1 {2}SHOULD\nDoes what LOOKUP-4\.2-1 says\./)
    assert.include(text.replaceAll(/\s+/g, " "), "R-1-1: Third-party payroll or HR software")
    assert.include(text, "How to fix it\n  Do what LOOKUP-4.2-1 says.")
    assert.include(text, "npx fund-check run LOOKUP-4.2-1")
    const flagged = explainText(
      aKit(group),
      aCheck("LOOKUP-4.2-1", { flag: "--after-restart" }),
      group,
      60,
      noColours
    )
    assert.include(flagged, "npx fund-check run LOOKUP-4.2-1 --after-restart")
  })

  it("explain a check with the fix of each mistake that it names", () => {
    const fixes = { "It is answered 404.": "Answer 200." }
    const text = explainText(aKit(group), { ...check, fixes }, group, 80, noColours)
    assert.include(
      text,
      "How to fix it\n  Do what LOOKUP-4.2-1 says.\n\nIf it says: It is answered 404.\n  Answer 200.\n"
    )
  })

  it.effect("explain a group by its checks", () =>
    Effect.gen(function* () {
      const text = yield* explained(
        aKit(aGroup("AUTH", aCheck("AUTH-5-1")), group),
        "lookup",
        60,
        noColours,
        "https://docs.example.com/"
      )
      assert.strictEqual(
        text,
        `LOOKUP  About LOOKUP. A group of 2 checks:

  LOOKUP-4.2-1  SHOULD
    Does what LOOKUP-4.2-1 says.
  LOOKUP-4.2-10  MUST
    Does what LOOKUP-4.2-10 says.

More about one of them
  npx fund-check explain LOOKUP-4.2-1

Run the group alone
  npx fund-check run LOOKUP

In the docs
  https://docs.example.com/funds/checks/lookup/`
      )
      const check = yield* explained(aKit(group), "lookup-4.2-10", 60, noColours)
      assert.match(check, /^LOOKUP-4\.2-10 {2}MUST\n/)
      assert.include(check, "The decision D-fund-calls.")
    })
  )

  it.effect("list a part of the kit", () =>
    Effect.gen(function* () {
      const kit = aKit(aGroup("AUTH", aCheck("AUTH-5-1"), aCheck("AUTH-5-2")), group)
      const ids = (...names: ReadonlyArray<string>) =>
        Effect.map(listed(kit, names), ({ groups }) =>
          groups.flatMap(({ checks }) => checks.map(({ id }) => id))
        )
      assert.lengthOf(yield* ids(), 4)
      assert.deepStrictEqual(yield* ids("lookup-4.2-1", "AUTH"), ["AUTH-5-1", "AUTH-5-2", "LOOKUP-4.2-1"])
    })
  )

  it.each([
    ["MUST", "R-1-1", "Required: the description demands it"],
    ["MUST", "D-fund-calls", "Required: the contract of this service demands it"],
    ["SHOULD", "R-1-1", "Recommended: the description suggests it, or leaves it to the subject"],
    ["SHOULD", "D-fund-calls", "Recommended: the contract of this service suggests it"],
    ["INFO", "D-fund-calls", "For information"]
  ] as const)("say of a %s that cites %s who demands it", (level, requirement, words) => {
    const text = explainText(
      aKit(group),
      aCheck("LOOKUP-4.2-1", { level, requirement }),
      group,
      200,
      noColours
    )
    assert.include(text, words)
  })
})
