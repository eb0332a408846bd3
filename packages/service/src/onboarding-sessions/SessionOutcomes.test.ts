import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { products } from "../../test/TestFunds.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { Employees } from "../employee-api/Employees.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { OnboardingSteps } from "./employee-embed/OnboardingSteps.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { RegistrationOutcome } from "./outcomeRules.ts"

const NOW = "2026-11-21T00:00:00Z"

const services = { excludeTestServices: true }

const registered = (member_number = "0012345678") =>
  RegistrationOutcome.Registered({
    membership: {
      member_number: member_number as S.MemberNumber,
      account_number: null,
      fund_details: [{ label: "welcome", value: "A letter is on its way" }]
    }
  })
const without = RegistrationOutcome.WithoutMemberNumber()

/** A session that waits for its fund. */
const waiting = Effect.gen(function* () {
  const session = yield* aSession()
  yield* walkTo(session, "finished")
  return session
})

const settle = ({ id }: Session, outcome: RegistrationOutcome) =>
  Effect.flatMap(SessionOutcomes, (outcomes) => outcomes.registrationSettled(id, outcome))

const stateOf = ({ productId, id }: Session) =>
  Effect.flatMap(OnboardingSessions, (sessions) =>
    Effect.map(sessions.get(productId, id), ({ data }) => data)
  )

layer(TestOnboarding.layer, services)("a registration that came out", (it) => {
  it.effect(
    "completes the session, whose last webhook is onboarding_session_completed [R-1-8, R-3-12, R-3-13, R-3-14, R-6-10, R-6-11, R-6-13, R-6-27]",
    () =>
      Effect.gen(function* () {
        const session = yield* waiting
        const before = (yield* eventsOf(session.id)).length
        yield* settle(session, registered())
        const data = yield* stateOf(session)
        assert.strictEqual(data.data_delivery_state, "completed")
        assert.strictEqual(data.progression.completion_percentage as number, 100)
        assert.strictEqual(data.completed_at as string, "2026-11-21T00:00:00.000Z")
        const events = yield* eventsOf(session.id)
        assert.lengthOf(events, before + 1)
        assert.deepInclude(events.at(-1)?.payload, {
          subject: "onboarding_session",
          event: "onboarding_session_completed",
          id: session.id
        })
      }).pipe(at(NOW))
  )

  it.effect(
    "passes the member number on to the partner, with the session and with the employee [R-1-16, R-2.4-3, R-6-12]",
    () =>
      Effect.gen(function* () {
        const session = yield* waiting
        const employees = yield* Employees
        const employee = () => employees.get(session.productId, session.employeeId)
        const pending = yield* employee()
        assert.deepInclude(pending.data.super_fund_details.super_fund_memberships[0], {
          member_number: null,
          is_current: true
        })
        yield* settle(session, registered())
        const selection = (yield* stateOf(session)).onboarding_session_super_selection
        assert.strictEqual(selection.outcome, "complete")
        assert.strictEqual(selection.progress_state, "completed")
        assert.strictEqual(selection.select_super_fund_product?.member_number as string, "0012345678")
        assert.strictEqual(selection.member_verification?.confidence, "verified")
        const known = yield* employee()
        assert.isAbove(known.version, pending.version)
        const [membership] = known.data.super_fund_details.super_fund_memberships
        assert.strictEqual(membership?.member_number as string, "0012345678")
        assert.strictEqual(membership?.fund.usi, products.acacia.usi)
        assert.strictEqual(membership?.onboarding_session_id, session.id)
      }).pipe(at(NOW))
  )

  it.effect("shows the employee what else the fund returned [R-2.4-4]", () =>
    Effect.gen(function* () {
      const session = yield* waiting
      yield* settle(session, registered())
      const view = yield* (yield* OnboardingSteps).view(session.productId, session.id)
      assert.deepStrictEqual(view.collected.super_selection?.fund_details, [
        { label: "welcome", value: "A letter is on its way" }
      ])
      assert.strictEqual(view.current_step, "finished")
      assert.isFalse(view.is_committed)
    }).pipe(at(NOW))
  )

  it.effect("without a member number completes the session too, and says so", () =>
    Effect.gen(function* () {
      const session = yield* waiting
      yield* settle(session, without)
      const data = yield* stateOf(session)
      assert.strictEqual(data.data_delivery_state, "completed")
      assert.strictEqual(data.onboarding_session_super_selection.outcome, "complete_without_member_number")
      assert.isNull(data.onboarding_session_super_selection.select_super_fund_product?.member_number)
      assert.strictEqual((yield* eventsOf(session.id)).at(-1)?.event, "onboarding_session_completed")
    }).pipe(at(NOW))
  )

  it.effect(
    "no further webhooks are sent for the session: a number that arrives later is shown there, and a webhook about the employee reports it [R-3-15]",
    () =>
      Effect.gen(function* () {
        const session = yield* waiting
        yield* settle(session, without)
        const events = yield* eventsOf(session.id)
        const before = yield* (yield* OnboardingSessions).get(session.productId, session.id)
        yield* settle(session, registered())
        const after = yield* (yield* OnboardingSessions).get(session.productId, session.id)
        const { outcome, select_super_fund_product } = after.data.onboarding_session_super_selection
        assert.strictEqual(outcome, "complete")
        assert.strictEqual(select_super_fund_product?.member_number as string, "0012345678")
        assert.strictEqual(after.data.completed_at, before.data.completed_at)
        assert.isAbove(after.version, before.version)
        assert.deepStrictEqual(yield* eventsOf(session.id), events)
        assert.deepStrictEqual(
          (yield* eventsOf(session.employeeId)).map(({ event }) => event),
          ["employee_changed"]
        )
      }).pipe(at(NOW))
  )

  it.effect("reported again changes nothing", () =>
    Effect.gen(function* () {
      const session = yield* waiting
      yield* settle(session, registered())
      const before = yield* (yield* OnboardingSessions).get(session.productId, session.id)
      yield* settle(session, registered("999"))
      yield* settle(session, without)
      assert.deepStrictEqual(yield* (yield* OnboardingSessions).get(session.productId, session.id), before)
    }).pipe(at(NOW))
  )

  it.effect("is reported in the caller's transaction, or not at all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* waiting
      const events = yield* eventsOf(session.id)
      yield* settle(session, registered()).pipe(
        Effect.andThen(Effect.fail("no")),
        sql.withTransaction,
        Effect.flip
      )
      assert.strictEqual((yield* stateOf(session)).data_delivery_state, "pending_completion")
      assert.deepStrictEqual(yield* eventsOf(session.id), events)
    }).pipe(at(NOW))
  )

  it.effect("keeps the member number encrypted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* waiting
      yield* settle(session, registered())
      const rows = yield* sql`SELECT x::text AS row, encode(membership, 'escape') AS membership
        FROM super_selections x WHERE session_id = ${session.id}`
      assert.notInclude(JSON.stringify(rows), "0012345678")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("the member profile of a session", (it) => {
  it.effect("is full, with the tax file number redacted [R-1-15, R-2.3-1]", () =>
    Effect.gen(function* () {
      const session = yield* waiting
      const outcomes = yield* SessionOutcomes
      const profile = Option.getOrThrow(yield* outcomes.memberProfile(session.id))
      const { tfn, ...rest } = profile
      assert.deepStrictEqual<unknown>(rest, {
        first_name: "Niamh",
        family_name: "O'Connor",
        date_of_birth: "1990-05-17",
        email: "niamh@example.com",
        phone_number: "+61491570006",
        address_line_1: "12 Banksia Street",
        locality: "Craigieburn",
        postcode: "3064",
        state: "VIC"
      })
      assert.strictEqual(Redacted.value(tfn as S.Tfn) as string, "123456782")
      assert.notInclude(JSON.stringify(profile), "123456782")
    }).pipe(at(NOW))
  )

  it.effect("isn't given out before the employee has confirmed", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "review")
      assert.isTrue(Option.isNone(yield* (yield* SessionOutcomes).memberProfile(session.id)))
    }).pipe(at(NOW))
  )
})
