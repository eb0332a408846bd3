import { assert, describe, it } from "@effect/vitest"
import type { CallOutcome } from "../client/CallOutcome.ts"
import { nextStep, type Spent } from "./retryRules.ts"

const NOTHING: Spent = { retries: 0, waits: 0, waitedSeconds: 0, refusals: 0, uncertain: false }

/** The smallest draw, so that a wait is as short as it may be. */
const SHORTEST = 0

const rateLimited = (seconds: number | null): CallOutcome<never> => ({
  kind: "rate_limited",
  seconds,
  words: ""
})
const outcome = (
  kind: "refused" | "contract_violation" | "credentials" | "server_error" | "not_sent" | "unknown"
) => ({ kind, words: "" }) as const

/** Follows the rules while one and the same outcome repeats, and lists the steps. */
const steps = (
  repeated: CallOutcome<unknown>,
  idempotency: "honoured" | "ignored" | undefined = undefined,
  random = SHORTEST
) => {
  const list: Array<string> = []
  let spent = NOTHING
  for (let calls = 0; calls < 10; calls += 1) {
    const step = nextStep(repeated, spent, idempotency, random)
    spent = step.spent
    list.push(
      step.kind === "due" ? `${step.afterMillis / 1000} s${step.parked ? ", parked" : ""}` : step.kind
    )
    if (step.kind !== "due") return list
  }
  return [...list.slice(0, 2), "and so on"]
}

describe("the retry rules", () => {
  const rows: ReadonlyArray<
    readonly [title: string, given: ReadonlyArray<string>, want: ReadonlyArray<string>]
  > = [
    ["an accepted call has registered the member", steps({ kind: "accepted", answer: {} }), ["registered"]],
    ["400: no retry [R-7-2]", steps(outcome("refused")), ["failed"]],
    ["an answer against the contract: no retry", steps(outcome("contract_violation")), ["failed"]],
    [
      "401 or 403: no retry until credentials are fixed; refused under what others were let in with, and two versions more, it waits for an operator [R-7-4]",
      steps(outcome("credentials")),
      ["0 s, parked", "0 s, parked", "parked"]
    ],
    [
      "401 or 403 to whoever tries new credentials: put back each time, and goes on by itself [R-7-4]",
      steps({ kind: "credentials", untried: true, words: "" }),
      ["0 s, parked", "0 s, parked", "and so on"]
    ],
    [
      "429: after the stated seconds, three times [R-7-6, R-8-2]",
      steps(rateLimited(30)),
      ["30 s", "30 s", "30 s", "failed"]
    ],
    [
      "429 above an hour is parked until then",
      steps(rateLimited(3601)),
      ["3601 s, parked", "3601 s, parked", "3601 s, parked", "failed"]
    ],
    ["429: 24 hours in all", steps(rateLimited(40_000)), ["40000 s, parked", "40000 s, parked", "failed"]],
    ["429: more than 24 hours at once", steps(rateLimited(86_401)), ["failed"]],
    ["429 that states nothing waits a minute", steps(rateLimited(null)), ["60 s", "60 s", "60 s", "failed"]],
    [
      "5xx: up to 3 retries with exponential back-off [R-7-8, R-7-9, R-8-1]",
      steps(outcome("server_error")),
      ["1 s", "4 s", "16 s", "failed"]
    ],
    [
      "the back-off is drawn anew each time, up to half as long again",
      steps(outcome("server_error"), undefined, 0.999),
      ["1.5 s", "5.998 s", "23.992 s", "failed"]
    ],
    ["what never left is retried as a 5xx", steps(outcome("not_sent")), ["1 s", "4 s", "16 s", "failed"]],
    [
      "a lost answer is retried where the fund honours the key, and at last parked",
      steps(outcome("unknown"), "honoured"),
      ["1 s", "4 s", "16 s", "parked"]
    ],
    [
      "a lost answer is parked where the fund ignores the key",
      steps(outcome("unknown"), "ignored"),
      ["parked"]
    ],
    ["a lost answer is parked where the profile says nothing", steps(outcome("unknown")), ["parked"]]
  ]
  for (const [title, given, want] of rows) it(title, () => assert.deepStrictEqual(given, want))

  it("429 and 5xx are counted apart [R-8-1, R-8-2]", () => {
    const spent = { ...NOTHING, retries: 3 }
    assert.strictEqual(nextStep(rateLimited(5), spent, undefined, SHORTEST).kind, "due")
    assert.strictEqual(
      nextStep(outcome("server_error"), { ...NOTHING, waits: 3 }, undefined, SHORTEST).kind,
      "due"
    )
  })

  it("an outage of 20 seconds is survived by whoever it hits, whatever is drawn", () => {
    const waits = steps(outcome("server_error")).flatMap((step) =>
      step.endsWith(" s") ? [Number.parseFloat(step)] : []
    )
    assert.isAtLeast(
      waits.reduce((sum, wait) => sum + wait, 0),
      20
    )
  })

  it("what may have happened is never told as failed, unless the fund says that it didn't", () => {
    const uncertain = { ...NOTHING, retries: 3, waits: 3, uncertain: true }
    for (const last of [outcome("server_error"), outcome("not_sent"), rateLimited(1)]) {
      assert.strictEqual(nextStep(last, uncertain, "honoured", SHORTEST).kind, "parked")
    }
    assert.strictEqual(nextStep(outcome("refused"), uncertain, "honoured", SHORTEST).kind, "failed")
  })
})
