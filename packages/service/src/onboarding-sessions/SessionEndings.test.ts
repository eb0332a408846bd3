import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { aSession, identity, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { aCompleteIntent } from "../../test/TestIntents.ts"
import { Employees } from "../employee-api/Employees.ts"
import { OnboardingSessionIntents } from "../onboarding-session-intents/OnboardingSessionIntents.ts"
import { SessionFromIntent } from "../onboarding-session-intents/SessionFromIntent.ts"
import { OnboardingSteps } from "./employee-embed/OnboardingSteps.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { SessionEndings } from "./SessionEndings.ts"
import { RegistrationOutcome } from "./outcomeRules.ts"
import { aWaitingSession, settle, withoutNumber } from "../../test/outcomes.ts"

const NOW = "2026-11-21T00:00:00Z"
const KEY = "01a1fb82-8f40-7000-8000-0000000000a1"

const cancel = ({ productId, id }: Session) =>
  Effect.flatMap(SessionEndings, (endings) => endings.cancel(productId, id))

const erase = ({ productId, id }: Session) =>
  Effect.flatMap(SessionEndings, (endings) =>
    endings.erase(productId, id, { actor: { kind: "api_key", id: KEY } })
  )

const read = ({ productId, id }: Session) =>
  Effect.flatMap(OnboardingSessions, (sessions) => sessions.get(productId, id))

const completing = RegistrationOutcome.Registered({
  membership: {
    member_number: "0012345678" as S.MemberNumber,
    account_number: "998877" as S.AccountNumber,
    fund_details: [{ label: "welcome", value: "A letter is on its way" }]
  }
})

/** A session that has completed. */
const completed = Effect.gen(function* () {
  const session = yield* aSession({ employee_detail: { tax_detail: { tfn: "123 456 782" } } })
  yield* walkTo(session, "finished")
  yield* settle(session, completing)
  return session
})

layer(TestOnboarding.layer, { excludeTestServices: true })("cancelling a session", (it) => {
  it.effect("is possible until the employee confirms; its last webhook says so", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "review")
      const before = (yield* eventsOf(session.id)).length
      yield* cancel(session)
      const { data } = yield* read(session)
      assert.strictEqual(data.data_delivery_state, "cancelled")
      assert.isNull(data.superseded_by)
      const events = yield* eventsOf(session.id)
      assert.lengthOf(events, before + 1)
      assert.strictEqual(events.at(-1)?.event, "onboarding_session_changed")
      const { productId, id } = session
      const late = yield* Effect.flip((yield* OnboardingSteps).saveIdentity(productId, id, identity()))
      assert.deepInclude(late, { code: "onboarding_closed", state: "cancelled", allowed: [] })
    }).pipe(at(NOW))
  )

  it.effect(
    "is refused afterwards, with the state and what it allows; so is erasing while the fund is awaited",
    () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "finished")
        assert.deepInclude(yield* Effect.flip(cancel(session)), {
          status: 409,
          code: "session_not_cancellable",
          state: "pending_completion",
          allowed: []
        })
        assert.deepInclude(yield* Effect.flip(erase(session)), {
          status: 409,
          code: "session_not_erasable",
          state: "pending_completion",
          allowed: []
        })
        yield* settle(session, completing)
        assert.deepInclude(yield* Effect.flip(cancel(session)), {
          code: "session_not_cancellable",
          state: "completed",
          allowed: ["eraseOnboardingSession"]
        })
        const gone = yield* aSession()
        yield* cancel(gone)
        const again = yield* Effect.flip(cancel(gone))
        assert.deepInclude(again, { code: "session_not_cancellable", state: "cancelled" })
      }).pipe(at(NOW))
  )

  it.effect(
    "and a step at the same moment: both happen in one order or the other, and cancelled is the last webhook",
    () =>
      Effect.gen(function* () {
        for (let round = 0; round < 5; round++) {
          const session = yield* aSession()
          yield* walkTo(session, "contact")
          const { productId, id } = session
          const save = Effect.flatMap(OnboardingSteps, (steps) =>
            steps.saveIdentity(productId, id, identity())
          )
          const [, cancelled] = yield* Effect.all([Effect.result(save), Effect.result(cancel(session))], {
            concurrency: "unbounded"
          })
          assert.strictEqual(cancelled._tag, "Success")
          assert.strictEqual((yield* read(session)).data.data_delivery_state, "cancelled")
          const seqs = (yield* eventsOf(id)).map(({ seq }) => seq)
          assert.strictEqual(new Set(seqs).size, seqs.length)
          assert.strictEqual(seqs.at(-1), (yield* read(session)).version)
        }
      }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("erasing a session", (it) => {
  it.effect("removes everything personal at once, and keeps what came of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* completed
      const before = yield* eventsOf(session.id)
      yield* erase(session).pipe(at("2026-11-22T00:00:00Z"))
      const { data } = yield* read(session)
      assert.strictEqual(data.personal_data_erased_at as string, "2026-11-22T00:00:00.000Z")
      assert.strictEqual(data.data_delivery_state, "completed")
      assert.strictEqual(data.progression.completion_percentage as number, 100)
      assert.isNull(data.email)
      assert.isNull(data.phone_number)
      assert.isNull(data.employee_detail)
      assert.deepStrictEqual(data.employee_identity, { outcome: "complete", data: null })
      assert.deepStrictEqual(data.employee_contact, { outcome: "complete", data: null })
      assert.deepStrictEqual<unknown>(data.employee_tax.data, {
        tfn_provided: true,
        tfn_masked: null,
        tfn_exemption_type: null
      })
      const selection = data.onboarding_session_super_selection
      assert.strictEqual(selection.outcome, "complete")
      assert.strictEqual(
        selection.select_super_fund_product?.super_fund_product.name as string,
        "Acacia MySuper"
      )
      assert.isNull(selection.select_super_fund_product?.member_number ?? null)
      assert.lengthOf(yield* sql`SELECT FROM tax_file_numbers WHERE session_id = ${session.id}`, 0)
      assert.deepStrictEqual(yield* eventsOf(session.id), before)
      const employee = yield* (yield* Employees).get(session.productId, session.employeeId)
      assert.isNull(employee.data.email)
      assert.deepStrictEqual(employee.data.data.phone_numbers, [])
    }).pipe(at(NOW))
  )

  it.effect("also erases the partner's notes on issues of the session, which may name the employee", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aWaitingSession()
      yield* settle(session, withoutNumber)
      yield* sql`UPDATE employer_issues SET status = 'resolved', resolved_by = 'partner', resolved_at = now(),
        note = 'sealed' WHERE session_id = ${session.id}`
      const notes = sql`SELECT FROM employer_issues WHERE session_id = ${session.id} AND note IS NOT NULL`
      assert.lengthOf(yield* notes, 1)
      assert.include((yield* erase(session)) ?? [], "employer_issues 1")
      assert.lengthOf(yield* notes, 0)
    }).pipe(at(NOW))
  )

  it.effect("is recorded with the key that erased it, without anything personal", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* completed
      yield* erase(session)
      yield* erase(session)
      const entries = yield* sql`SELECT actor_kind, actor_id, detail FROM audit_log
        WHERE entity_id = ${session.id} AND action = 'onboarding_session.erase'`
      assert.deepStrictEqual(entries, [
        {
          actor_kind: "api_key",
          actor_id: KEY,
          detail: {
            destroyed: [
              "choice_forms 1",
              "employees 1",
              "onboarding_sessions 1",
              "super_selections 1",
              "tax_file_numbers 1"
            ]
          }
        }
      ])
    }).pipe(at(NOW))
  )

  it.effect("cancels an open session first, and sends its last webhook", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "tax")
      const before = (yield* eventsOf(session.id)).length
      yield* erase(session)
      const { data, version } = yield* read(session)
      assert.strictEqual(data.data_delivery_state, "cancelled")
      assert.isNotNull(data.personal_data_erased_at)
      assert.deepStrictEqual(
        data.modules.map(({ outcome }) => outcome),
        ["incomplete", "complete", "complete", "incomplete", "incomplete", "incomplete"]
      )
      const events = yield* eventsOf(session.id)
      assert.lengthOf(events, before + 1)
      assert.strictEqual(events.at(-1)?.seq, version)
      const embeds = yield* Effect.flip(
        (yield* OnboardingSteps).saveIdentity(session.productId, session.id, identity())
      )
      assert.strictEqual(embeds.code, "onboarding_closed")
    }).pipe(at(NOW))
  )

  it.effect("leaves what the employee's other sessions know", () =>
    Effect.gen(function* () {
      const first = yield* aSession({ email: "niamh@example.com" })
      const second = yield* aSession(
        { remote_id: "session-2", email: "nina@example.com", phone_number: "0491 570 156" },
        first
      )
      yield* erase(second)
      const employee = () =>
        Effect.flatMap(Employees, (employees) => employees.get(first.productId, first.employeeId))
      const left = (yield* employee()).data
      assert.strictEqual(left.email as string, "niamh@example.com")
      assert.deepStrictEqual(
        left.data.phone_numbers.map(({ phone_number }) => phone_number as string),
        ["+61491570006"]
      )
      yield* erase(first)
      assert.isNull((yield* employee()).data.email)
    }).pipe(at(NOW))
  )

  it.effect(
    "can't be undone by an answer that comes late, and works where nothing can be read any more",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const session = yield* aSession()
        yield* walkTo(session, "finished")
        yield* settle(session, withoutNumber)
        yield* erase(session)
        const outcomes = yield* SessionOutcomes
        assert.isTrue(Option.isNone(yield* outcomes.memberProfile(session.id)))
        yield* settle(session, completing)
        const selection = (yield* read(session)).data.onboarding_session_super_selection
        assert.strictEqual(selection.outcome, "complete_without_member_number")
        assert.isNull(selection.select_super_fund_product?.member_number ?? null)

        const spoilt = yield* aSession()
        yield* sql`UPDATE onboarding_sessions SET details = '\\x00'::bytea WHERE id = ${spoilt.id}`
        yield* erase(spoilt)
        assert.isNull((yield* read(spoilt)).data.email)
      }).pipe(at(NOW))
  )

  it.effect("takes the intent that the session came from with it", () =>
    Effect.gen(function* () {
      const intent = yield* aCompleteIntent()
      const { data } = yield* (yield* SessionFromIntent).create(intent.productId, intent.id, {
        email_validated: true
      })
      yield* erase({ ...intent, id: data.id, employeeId: data.employee.id })
      const left = yield* (yield* OnboardingSessionIntents).get(intent.productId, intent.id)
      assert.isNull(left.data.employee.given_name)
      assert.isNull(left.data.employee.email)
      assert.strictEqual(left.data.onboarding_session_id, data.id)
    }).pipe(at(NOW))
  )
})
