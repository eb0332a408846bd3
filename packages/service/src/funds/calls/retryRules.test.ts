import { assert, describe, it } from "@effect/vitest"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import { asRead, nextStep, NOTHING_SPENT, PATIENT, type Spent } from "./retryRules.ts"

/** The smallest random draw, so that each wait has its minimum length. */
const SHORTEST = 0

type Repeats = "honoured" | "ignored" | undefined

const step = (outcome: CallOutcome<unknown>, spent: Spent, repeats: Repeats = undefined, random = SHORTEST) =>
  nextStep(outcome, spent, { backOff: PATIENT, repeats, random })

const rateLimited: CallOutcome<never> = { kind: "rate_limited", afterMillis: 30_000, words: "" }
const outcome = (
  kind:
    | "refused"
    | "contract_violation"
    | "unreadable"
    | "fault"
    | "credentials"
    | "server_error"
    | "not_sent"
    | "unknown"
) => ({ kind, refusal: { reason: "other", fields: [] }, words: "" }) as const

/** Lists the steps while the same outcome repeats. */
const steps = (repeated: CallOutcome<unknown>, repeats: Repeats = undefined, random = SHORTEST) => {
  const list: Array<string> = []
  let spent = NOTHING_SPENT
  for (let calls = 0; calls < 100; calls += 1) {
    const next = step(repeated, spent, repeats, random)
    spent = next.spent
    if (next.kind !== "due")
      return [...list, next.kind === "done" || next.report ? next.kind : `${next.kind}, unreported`]
    list.push(next.holds ? "waits" : `${next.afterMillis / 1000} s`)
  }
  return [...list.slice(0, 2), "for ever"]
}

describe("the retry rules", () => {
  const rows: ReadonlyArray<
    readonly [title: string, given: ReadonlyArray<string>, want: ReadonlyArray<string>]
  > = [
    ["2xx: done", steps({ kind: "accepted", answer: {} }), ["done"]],
    ["2xx without a usable answer: done by the fund, so no retry", steps(outcome("unreadable")), ["stopped"]],
    ["400: no retry [R-7-2]", steps(outcome("refused")), ["stopped"]],
    ["a status against the contract: no retry", steps(outcome("contract_violation")), ["stopped"]],
    [
      "a call that this service can't make: an operator has to look",
      steps(outcome("fault")),
      ["stopped, unreported"]
    ],
    [
      "401 or 403: no retry until credentials are fixed; refused under what others were let in with, and two versions more, it waits for an operator [R-7-4]",
      steps(outcome("credentials")),
      ["waits", "waits", "stopped, unreported"]
    ],
    [
      "401 or 403 to the call that tries new credentials: nothing is spent [R-7-4]",
      steps({ kind: "credentials", untried: true, words: "" }),
      ["waits", "waits", "for ever"]
    ],
    [
      "429: costs time only, however often [R-7-6, R-8-2]",
      steps(rateLimited),
      ["waits", "waits", "for ever"]
    ],
    [
      "5xx: up to 3 retries with exponential back-off [R-7-8, R-7-9, R-8-1]",
      steps(outcome("server_error")),
      ["2.5 s", "25 s", "250 s", "stopped"]
    ],
    [
      "each back-off is random, up to half as long again",
      steps(outcome("server_error"), undefined, 0.999),
      ["3.749 s", "37.488 s", "374.875 s", "stopped"]
    ],
    [
      "a call that never reached the fund spends nothing",
      steps(outcome("not_sent")),
      ["waits", "waits", "for ever"]
    ],
    [
      "a lost answer is retried where the fund honours the key; after the last retry it waits for an operator",
      steps(outcome("unknown"), "honoured"),
      ["2.5 s", "25 s", "250 s", "stopped, unreported"]
    ],
    [
      "a lost answer stops the call where the fund ignores the key",
      steps(outcome("unknown"), "ignored"),
      ["stopped, unreported"]
    ],
    [
      "a lost answer stops the call where the profile says nothing",
      steps(outcome("unknown")),
      ["stopped, unreported"]
    ]
  ]
  for (const [title, given, want] of rows) it(title, () => assert.deepStrictEqual(given, want))

  const gateway = { kind: "server_error", words: "", isGateway: true } as const

  it.each(["ignored", undefined] as const)(
    "502 and 504 are lost answers where the profile says %s; any other 5xx isn't",
    (repeats) => {
      assert.deepStrictEqual(steps(asRead(gateway, repeats), repeats), ["stopped, unreported"])
      assert.deepStrictEqual(asRead(outcome("server_error"), repeats), outcome("server_error"))
    }
  )

  it("502 and 504 are retried as any 5xx where the fund honours the key", () => {
    const read = asRead(gateway, "honoured")
    assert.deepStrictEqual(steps(read, "honoured"), ["2.5 s", "25 s", "250 s", "stopped"])
  })

  it("429 and 5xx are counted apart [R-8-1, R-8-2]", () => {
    const spent = { ...NOTHING_SPENT, retries: 3 }
    assert.deepInclude(step(rateLimited, spent), { kind: "due", spent })
    assert.strictEqual(step(outcome("server_error"), spent).kind, "stopped")
  })

  it("every call outlasts an outage of four minutes, with any random back-off [R-7-9]", () => {
    const waits = steps(outcome("server_error")).flatMap((text) =>
      text.endsWith(" s") ? [Number.parseFloat(text)] : []
    )
    assert.isAtLeast(
      waits.reduce((sum, wait) => sum + wait, 0),
      240
    )
  })

  it("what may have happened is never reported as failed, unless the fund says that it didn't", () => {
    const uncertain = { ...NOTHING_SPENT, retries: 3, uncertain: true }
    assert.deepInclude(step(outcome("server_error"), uncertain, "honoured"), {
      kind: "stopped",
      report: false
    })
    assert.deepInclude(step(outcome("refused"), uncertain, "honoured"), { kind: "stopped", report: true })
  })
})
