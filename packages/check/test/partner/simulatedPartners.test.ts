/**
 * The payroll simulator conforms. With a fault of some groups it is found by the checks that the fault names, and the sentence
 * names the mistake. All faults, also those that show only after a wait, and all checks are in `evidence/kits`.
 */
import { assert, describe, it } from "@effect/vitest"
import { reportFiles } from "../../src/report/writeReports.ts"
import { faults } from "@embedded-super/partner-simulator/faults"
import * as Effect from "effect/Effect"
import { kit } from "../../src/partner/index.ts"
import { checkSimulator } from "./simulatedPartner.ts"

const names = [...new Set(faults.map(({ group }) => group))]
const sample = (group: string) => faults.find((fault) => fault.group === group)!

const named = (name: string) => faults.find((fault) => fault.name === name)!

/** Their findings show a call of the receiver, which has its id before it ends. */
const callingBack = ["no-idempotency-key", "new-key-for-each-try"].map(named)

describe("the wrong partners", () => {
  it("has at least forty, in every group of checks", () => {
    assert.isAtLeast(faults.length, 40)
    assert.sameMembers(
      names.map((name) => name.toUpperCase()),
      kit.groups.map(({ name }) => name)
    )
  })

  it.live.each([
    ...["signature", "rotation", "answer", "unknown", "privacy"].map(sample),
    // A key that is given away is a required failure.
    ...["url-followed", "url-compared-by-beginning"].map(named),
    ...callingBack
  ])("$name is found, and its report can be written", (fault) =>
    Effect.gen(function* () {
      const report = yield* checkSimulator({ fault }, fault.killedBy)
      const { checks, exchanges, findings } = report
      const [, cause = ""] = /^(?:fail|warn): (.*)$/.exec(fault.finding) ?? []
      assert.include(reportFiles(report)["summary.md"], cause)
      for (const { exchange } of findings) {
        const shown = exchanges.find(({ id }) => id === exchange)
        assert.isDefined(shown)
        if (callingBack.includes(fault)) assert.notMatch(shown!.url, /\/webhooks$/)
      }
      const found = checks.find(({ id }) => id === fault.killedBy[0])
      assert.strictEqual(`${found?.verdict}: ${found?.cause}`, fault.finding)
      for (const { id, level, verdict } of checks)
        assert.strictEqual(verdict, level === "MUST" ? "fail" : "warn", id)
    })
  )
})

describe("the payroll simulator", () => {
  it.live("conforms, without a warning", () =>
    Effect.gen(function* () {
      const groups = ["SIGNATURE", "ROTATION", "UNKNOWN", "PRIVACY"]
      const { checks, findings, verdict } = yield* checkSimulator({}, groups)
      assert.deepStrictEqual(findings, [])
      assert.notInclude(
        checks.map((check) => check.verdict),
        "error"
      )
      assert.strictEqual(verdict, "conforms")
    })
  )
})
