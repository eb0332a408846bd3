import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { eventsOf } from "../../../test/TestEvents.ts"
import { products } from "../../../test/TestFunds.ts"
import { issuesOf, openedOne } from "../../../test/TestIssues.ts"
import { anEmployer, aSession, type Session, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { partnerIssues } from "../../employer-issues/partnerIssues.ts"
import { Confirmation } from "../employee-embed/Confirmation.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { FundChoices } from "./FundChoices.ts"
import { RegistrationOutcome } from "../outcomeRules.ts"

const services = TestOnboarding.layer

const registered = RegistrationOutcome.Registered({
  membership: {
    member_number: "0012345678" as S.MemberNumber,
    account_number: null,
    fund_details: []
  }
})
const without = RegistrationOutcome.WithoutMemberNumber()

const settle = ({ id }: Session, outcome: RegistrationOutcome) =>
  Effect.flatMap(SessionOutcomes, (outcomes) => outcomes.registrationSettled(id, outcome))

/** A session that waits for its fund, of a new employer or of the employee of `earlier`. */
const waiting = Effect.fnUntraced(function* (earlier?: Session) {
  const session = yield* earlier === undefined
    ? aSession()
    : aSession({ remote_id: "session-2" as never }, earlier)
  yield* walkTo(session, "finished")
  return session
})

const statusesOf = ({ employerId }: Session) =>
  Effect.map(issuesOf(employerId), (issues) => issues.map(({ kind, status }) => `${kind} ${status}`))

layer(services, { excludeTestServices: true })("a registration", (it) => {
  it.effect(
    "that brings no member number opens an issue of the employee and the session, without anything about the person [R-1-11, R-3-1, R-6-19]",
    () =>
      Effect.gen(function* () {
        const session = yield* waiting()
        yield* settle(session, without)
        yield* settle(session, without)
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
        assert.deepStrictEqual(
          (yield* eventsOf(id)).map(({ event }) => event),
          ["employer_issue_created"]
        )
      })
  )

  it.effect(
    "whose number arrives later resolves it: the employee onboarded and now has a valid fund membership [R-3-3, R-3-4, R-6-23]",
    () =>
      Effect.gen(function* () {
        const session = yield* waiting()
        yield* settle(session, without)
        yield* settle(session, registered)
        const [issue] = yield* issuesOf(session.employerId)
        assert.deepInclude(issue, { status: "resolved", resolved_by: "system" })
        assert.deepStrictEqual(
          (yield* eventsOf(issue?.id ?? "")).map(({ event }) => event),
          ["employer_issue_created", "employer_issue_resolved"]
        )
      })
  )

  it.effect("in a later session resolves whatever stood between the employee and a membership", () =>
    Effect.gen(function* () {
      const first = yield* waiting()
      yield* settle(first, without)
      const { employeeId, employerId, productId } = first
      for (const kind of ["undefaulted_abandonment", "membership_rejected"] as const) {
        yield* openedOne({ productId, employerId, employeeId, sessionId: first.id, kind })
      }
      yield* openedOne({ productId, employerId, kind: "stapling_connection_lapsed" })
      const second = yield* waiting(first)
      assert.strictEqual(second.employeeId, employeeId)
      yield* settle(second, registered)
      assert.deepStrictEqual(yield* statusesOf(first), [
        "member_registration_failed resolved",
        "undefaulted_abandonment resolved",
        "membership_rejected resolved",
        "stapling_connection_lapsed open"
      ])
    })
  )

  it.effect("of one employee is nothing to another's issue", () =>
    Effect.gen(function* () {
      const first = yield* waiting()
      yield* settle(first, without)
      const other = yield* aSession({ employee: { remote_id: "emp-7" as never } }, first)
      yield* walkTo(other, "finished")
      yield* settle(other, registered)
      assert.deepStrictEqual(yield* statusesOf(first), ["member_registration_failed open"])
    })
  )

  it.effect("that wasn't requested is no issue: the employer completes the membership itself", () =>
    Effect.gen(function* () {
      // Banksia requires the start of the employment, which is missing: the employee can't be registered there.
      const session = yield* aSession({}, yield* anEmployer(products.banksia.id))
      yield* walkTo(session, "super_selection")
      const funds = yield* FundChoices
      const { display_id } = yield* funds.choices(session.productId, session.id)
      yield* funds.choose(session.productId, session.id, { source: "employer_default", display_id })
      yield* (yield* Confirmation).confirm(session.productId, session.id, { confirmed: true })
      const { data } = yield* (yield* OnboardingSessions).get(session.productId, session.id)
      assert.isNull(data.onboarding_session_super_selection.select_super_fund_product?.member_number)
      assert.deepStrictEqual(yield* statusesOf(session), [])
    })
  )
})
