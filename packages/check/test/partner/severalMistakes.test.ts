/** Two mistakes are two findings, each with its own fix; and what couldn't be seen says why, as far as the kit has seen it. */
import { assert, describe, it } from "@effect/vitest"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import { WebhookRefused } from "@embedded-super/partner-sdk"
import { faults, type Hooks } from "@embedded-super/partner-simulator/faults"
import * as Effect from "effect/Effect"
import { checkSimulator, settingsOf } from "./simulatedPartner.ts"

const faultOf = (name: string) => faults.find((fault) => fault.name === name)!

const partner = (play: () => Hooks) => ({ name: "several", sentence: "Makes several mistakes.", play })

const findingsOf = ({ findings }: CheckReport) =>
  findings.map(({ cause, checks, hint }) => ({ cause: String(cause), checks: checks.join(" "), hint }))

const whyOf = ({ checks }: CheckReport, id: string) => {
  const check = checks.find((one) => one.id === id)
  return `${check?.verdict}: ${check?.why}`
}

describe("a receiver of one product", () => {
  it.live("that is set up with two, and ignores intents: each mistake has its finding", () =>
    Effect.gen(function* () {
      const { play } = faultOf("one-secret-for-all")
      const works: Hooks["works"] = ({ subject }, works) => works && subject !== "onboarding_session_intent"
      const report = yield* checkSimulator({ fault: partner(() => ({ ...play(), works })) }, [
        "SIGNATURE-2.1-1",
        "SIGNATURE-2.1-24",
        "CALLBACK-4.1-1",
        "CALLBACK-4.1-3",
        "CALLBACK-4.1-6"
      ])
      const [first, second, ...others] = findingsOf(report)
      assert.deepInclude(first, {
        cause: "A rightly signed delivery of the second product is refused.",
        checks: "SIGNATURE-2.1-24"
      })
      assert.match(
        first!.hint,
        /^Select the secret by product_id, and set up your software with both products\./
      )
      assert.deepInclude(second, {
        cause: "The intent isn't fetched after onboarding_intent_completed.",
        checks: "CALLBACK-4.1-3"
      })
      assert.deepStrictEqual(others, [])
      assert.strictEqual(
        whyOf(report, "CALLBACK-4.1-6"),
        "not_observed: Its webhook isn't accepted, so no call has to follow. It is answered 401."
      )
    })
  )
})

describe("a receiver", () => {
  it.live("that refuses two events has both named; their repeats aren't judged", () =>
    Effect.gen(function* () {
      const refused: ReadonlySet<string> = new Set(["employee_changed", "employer_issue_created"])
      const hooks: Hooks = {
        verify: async (delivery, verify) => {
          const verified = await verify(delivery)
          if (refused.has(verified.payload.event)) throw new WebhookRefused("bad_signature")
          return verified
        }
      }
      const report = yield* checkSimulator({ fault: partner(() => hooks) }, [
        "ANSWER-2.1-1",
        "DUPLICATE-6-2",
        "ORDER-3-8"
      ])
      assert.deepStrictEqual(
        findingsOf(report).map(({ cause, checks }) => `${cause} ${checks}`),
        ["The events employee_changed and employer_issue_created are refused. ANSWER-2.1-1"]
      )
      assert.match(
        whyOf(report, "DUPLICATE-6-2"),
        /^not_observed: An ordinary delivery isn't accepted, either\. /
      )
    })
  )

  it.live("that is redirected gets the fix for that, by whichever check", () =>
    Effect.gen(function* () {
      const report = yield* checkSimulator({ fault: faultOf("redirects") }, [
        "SIGNATURE-2.1-1",
        "SIGNATURE-2.1-13"
      ])
      const [found, ...others] = findingsOf(report)
      assert.match(found?.hint ?? "", /^Name the address that answers by itself/)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(
        whyOf(report, "SIGNATURE-2.1-13"),
        "not_observed: An ordinary delivery isn't accepted, either. It is answered 308."
      )
    })
  )

  it.live("that calls back for others is not said to call nobody back", () =>
    Effect.gen(function* () {
      const works: Hooks["works"] = ({ event }, works) => works && event !== "employer_settings_changed"
      const report = yield* checkSimulator({ fault: partner(() => ({ works })) }, [
        "CALLBACK-4.1-2",
        "CALLBACK-4.1-10"
      ])
      assert.match(
        whyOf(report, "CALLBACK-4.1-10"),
        /^not_observed: No call back about this webhook came within 5 seconds, though others did: earlier work may block/
      )
    })
  )
})

describe("what the settings leave out", () => {
  it.live("of two products isn't judged with one", () =>
    Effect.gen(function* () {
      const names = ["SIGNATURE", "CALLBACK-4.1-1", "CALLBACK-4.1-6", "CALLBACK-4.1-14", "CALLBACK-4.1-16"]
      const report = yield* checkSimulator({}, names, {
        products: [settingsOf("http://127.0.0.1:1").products[0]]
      })
      const alone = "not_applicable: The settings name one product."
      assert.deepStrictEqual(
        report.checks
          .filter(({ verdict }) => verdict !== "pass")
          .map(({ id }) => `${id} ${whyOf(report, id)}`),
        ["SIGNATURE-2.1-24", "SIGNATURE-2.1-9", "CALLBACK-4.1-6", "CALLBACK-4.1-16", "CALLBACK-4.1-14"].map(
          (id) => `${id} ${alone}`
        )
      )
      assert.strictEqual(report.verdict, "conforms")
    })
  )

  it.live("of intents isn't judged: neither their sessions nor their fetch", () =>
    Effect.gen(function* () {
      const { declared } = settingsOf("http://127.0.0.1:1")
      const names = ["CALLBACK-4.1-3", "CALLBACK-4.1-7", "CALLBACK-4.1-16"]
      const report = yield* checkSimulator({}, names, {
        declared: { ...declared, creates_sessions_from_intents: false }
      })
      for (const { id } of report.checks)
        assert.match(whyOf(report, id), /^not_applicable: .* no sessions from intents\.$/)
    })
  )
})
