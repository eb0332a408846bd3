import type { ExchangeResult } from "@embedded-super/http-manners"
import { assert, describe, it } from "@effect/vitest"
import { employerDetails, employerLookup, type FundOperation, memberRegistration } from "./FundOperation.ts"
import { judgeAnswer } from "./judgeAnswer.ts"

const judged = <Request, Answer>(operation: FundOperation<Request, Answer>, body: unknown, status = 200) => {
  const result: ExchangeResult = {
    status,
    failure: null,
    code: null,
    begun: true,
    retryAfter: null,
    answer: Buffer.from(JSON.stringify(body)),
    cut: false
  }
  return judgeAnswer(operation, result, {
    fields: [],
    flow: "api_key",
    isPinned: false,
    now: 0,
    tfn: undefined
  })
}

/** What a fund may write into an optional part, and whether it is told of it. */
const forms: ReadonlyArray<readonly [string, unknown, isTold: boolean]> = [
  ["null", null, false],
  ["a number", 700_123, true],
  ["a list", ["1"], true],
  ["an object", { value: "1" }, true],
  ["2,000 letters", "9".repeat(2000), true]
]

const registered = (part: unknown) => ({ member_details: { member_number: "M-1", account_number: part } })
const matched = (part: unknown) => ({ employer_found: true, employer_details: { employer_number: part } })

describe("an optional part of a fund's answer", () => {
  for (const [form, part, isTold] of forms) {
    it(`is left out when it is ${form}; what the fund owes counts`, () => {
      const number = judged(memberRegistration, registered(part), 201)
      assert.strictEqual(number.kind, "accepted")
      assert.deepNestedInclude(number, { "answer.member_details.member_number": "M-1" })
      assert.notNestedProperty(number, "answer.member_details.account_number")
      const match = judged(employerLookup, matched(part))
      assert.deepNestedInclude(match, { kind: "accepted", "answer.employer_found": true })
      assert.notNestedProperty(match, "answer.employer_details.employer_number")
      for (const { words } of [number, match]) {
        if (isTold) assert.match(words ?? "", /^The answer 20[01] breaks the contract: .*_number must /)
        else assert.isUndefined(words)
        assert.notMatch(words ?? "", /700|999/)
      }
    })
  }

  for (const part of [null, 1, "x", []]) {
    it(`may hold others, and is left out whole: ${JSON.stringify(part)}`, () => {
      const match = judged(employerLookup, { employer_found: true, employer_details: part })
      assert.deepNestedInclude(match, { kind: "accepted", "answer.employer_found": true })
    })
  }

  for (const body of [
    { member_details: { member_number: null } },
    { member_details: { member_number: 5, account_number: 1 } },
    { member_details: null },
    { account_number: null },
    null,
    []
  ]) {
    it(`makes up for nothing that is owed: ${JSON.stringify(body)}`, () => {
      assert.strictEqual(judged(memberRegistration, body, 201).kind, "unreadable")
    })
  }

  for (const body of [{ employer_found: null }, { employer_found: "true" }, {}, null]) {
    it(`makes no match: ${JSON.stringify(body)}`, () => {
      assert.strictEqual(judged(employerLookup, body).kind, "unreadable")
    })
  }

  it("never makes a match of a no-match", () => {
    const both = judged(employerLookup, { employer_found: false, employer_details: { employer_number: "1" } })
    assert.notDeepNestedInclude(both, { "answer.employer_found": true })
  })

  it("of employer details is the whole answer", () => {
    for (const body of [null, [], { status: 1 }, "x"])
      assert.strictEqual(judged(employerDetails, body, 202).kind, "accepted")
  })
})
