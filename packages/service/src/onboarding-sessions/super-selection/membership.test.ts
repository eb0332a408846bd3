import { MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Effect from "effect/Effect"
import { membershipOf } from "./membership.ts"
import { eventNames } from "../../../test/TestEvents.ts"
import { issuesOf, openedOne, issueStates } from "../../../test/TestIssues.ts"
import { TestOnboarding } from "../../../test/TestOnboarding.ts"
import { partnerIssues } from "../../employer-issues/partnerIssues.ts"
import { aWaitingSession, registered, settle, withoutNumber } from "../../../test/outcomes.ts"

const kept = (member_details: Record<string, unknown>) =>
  membershipOf(Schema.decodeUnknownSync(MemberRegistrationResponse)({ member_details }))

describe("what is kept of a fund's answer", () => {
  it("the member number, with its leading zeros, and the account number [R-2.4-2]", () => {
    assert.deepStrictEqual<object>(kept({ member_number: "0012345678", account_number: "700123456" }), {
      member_number: "0012345678",
      account_number: "700123456",
      fund_details: []
    })
  })

  it("additional texts, numbers and truth values, to be shown to the employee [R-2.4-4, R-2.4-5]", () => {
    const { fund_details } = kept({
      member_number: "B-1",
      product_name: "Banksia MySuper",
      units: 12.5,
      welcome_pack_sent: true,
      markup: "<script>alert(1)</script>",
      beneficiaries: [{ name: "Tom" }],
      nothing: null,
      "two\nlines": "x",
      too_long: "x".repeat(501)
    })
    assert.deepStrictEqual(
      fund_details.map(({ label, value }) => [label, value]),
      [
        ["Product name", "Banksia MySuper"],
        ["Units", "12.5"],
        ["Welcome pack sent", "Yes"],
        ["Markup", "<script>alert(1)</script>"]
      ]
    )
  })

  it("twenty of them at most", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field_${index}`, index]))
    assert.lengthOf(kept({ member_number: "B-1", ...many }).fund_details, 20)
  })
})

const services = TestOnboarding.layer

layer(services, { excludeTestServices: true })("a registration", (it) => {
  it.effect(
    "that brings no member number opens an issue of the employee and the session, without anything about the person [R-1-11, R-3-1, R-6-19]",
    () =>
      Effect.gen(function* () {
        const session = yield* aWaitingSession()
        yield* settle(session, withoutNumber)
        yield* settle(session, withoutNumber)
        const [stored, ...others] = yield* issuesOf(session.employerId)
        assert.lengthOf(others, 0)
        const id = stored?.id ?? assert.fail("no issue")
        const { data } = yield* (yield* partnerIssues).get(session.productId, id)
        assert.deepInclude(data as object, {
          kind: "member_registration_failed",
          status: "open",
          reason: null,
          refused_fields: [],
          employee_id: session.employeeId,
          onboarding_session_id: session.id
        })
        assert.deepStrictEqual(
          data.recommended_actions.map(({ action }) => action as string),
          ["retry_registration", "collect_fund_details", "contact_fund", "restart_onboarding"]
        )
        assert.notMatch(JSON.stringify(data), /niamh|o'connor|example\.com/i)
        assert.deepStrictEqual(yield* eventNames(id), ["employer_issue_created"])
      })
  )

  it.effect(
    "whose number arrives later resolves it: the employee onboarded and now has a valid fund membership [R-3-3, R-3-4, R-6-23]",
    () =>
      Effect.gen(function* () {
        const session = yield* aWaitingSession()
        yield* settle(session, withoutNumber)
        yield* settle(session, registered())
        const [issue] = yield* issuesOf(session.employerId)
        assert.deepInclude(issue, { status: "resolved", resolved_by: "system" })
        assert.deepStrictEqual(yield* eventNames(issue?.id ?? ""), [
          "employer_issue_created",
          "employer_issue_resolved"
        ])
      })
  )

  it.effect("in a later session resolves whatever stood between the employee and a membership", () =>
    Effect.gen(function* () {
      const first = yield* aWaitingSession()
      yield* settle(first, withoutNumber)
      const { employeeId, employerId, productId } = first
      for (const kind of ["undefaulted_abandonment", "membership_rejected"] as const) {
        yield* openedOne({ productId, employerId, employeeId, sessionId: first.id, kind })
      }
      yield* openedOne({ productId, employerId, kind: "stapling_connection_lapsed" })
      const second = yield* aWaitingSession({ remote_id: "session-2" }, first)
      assert.strictEqual(second.employeeId, employeeId)
      yield* settle(second, registered())
      assert.deepStrictEqual(yield* issueStates(first.employerId), [
        "member_registration_failed resolved",
        "undefaulted_abandonment resolved",
        "membership_rejected resolved",
        "stapling_connection_lapsed open"
      ])
    })
  )

  it.effect("of one employee is nothing to another's issue", () =>
    Effect.gen(function* () {
      const first = yield* aWaitingSession()
      yield* settle(first, withoutNumber)
      const other = yield* aWaitingSession({ employee: { remote_id: "emp-7" } }, first)
      yield* settle(other, registered())
      assert.deepStrictEqual(yield* issueStates(first.employerId), ["member_registration_failed open"])
    })
  )
})
