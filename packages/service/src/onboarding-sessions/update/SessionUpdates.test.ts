import { OnboardingSessionChange } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import {
  anEmployer,
  aSession,
  contact,
  creation,
  type Session,
  TestOnboarding,
  walkTo
} from "../../../test/TestOnboarding.ts"
import { Employees } from "../../employee-api/Employees.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { SessionEndings } from "../SessionEndings.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { SessionUpdates } from "./SessionUpdates.ts"
import { findingsOf } from "../../../test/findings.ts"

const NOW = "2026-11-21T00:00:00Z"

type Change = typeof OnboardingSessionChange.Encoded

const change = ({ productId, id }: Session, body: Change, ifMatch = "*") =>
  Effect.flatMap(SessionUpdates, (updates) =>
    updates.update(productId, id, ifMatch as S.EntityTag, Schema.decodeSync(OnboardingSessionChange)(body))
  )

const refusals = (session: Session, body: Change) =>
  Effect.map(Effect.flip(change(session, body)), (error) =>
    "errors" in error ? findingsOf(error.errors) : [error.code]
  )

layer(TestOnboarding.layer, { excludeTestServices: true })("a partner's change of a session", (it) => {
  it.effect("is of the version that the partner has read, raises it, and sends no webhook", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      assert.strictEqual((yield* Effect.flip(change(session, { remote_id: "s-2" }, '"7"'))).status, 412)
      const { data, version } = yield* change(session, { remote_id: "s-2" }, '"1"')
      assert.strictEqual(version, 2)
      assert.strictEqual(data.remote_id as string, "s-2")
      assert.deepStrictEqual(yield* eventsOf(session.id), [])
      const again = yield* Effect.flip(change(session, { remote_id: "s-3" }, '"1"'))
      assert.strictEqual(again.code, "precondition_failed")
    }).pipe(at(NOW))
  )

  it.effect("keeps the remote_id unique within the employee", () =>
    Effect.gen(function* () {
      const first = yield* aSession()
      const second = yield* aSession({ remote_id: "session-2" }, first)
      const refused = yield* Effect.flip(change(second, { remote_id: "session-1" }))
      assert.deepInclude<object>(refused, { code: "remote_id_taken", resource_id: first.id })
      yield* change(second, { remote_id: "session-2" })
    }).pipe(at(NOW))
  )

  it.effect("reaches a contact until it is validated, and not afterwards", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      assert.deepStrictEqual(yield* refusals(session, { email: "nina@example.com" }), ["#/email not_allowed"])
      assert.deepStrictEqual(yield* refusals(session, { email_validated: false }), [
        "#/email_validated not_allowed"
      ])
      yield* change(session, { email: "niamh@example.com", email_validated: true })

      const { data } = yield* change(session, { phone_number: "0491 570 156", phone_number_validated: true })
      assert.strictEqual(data.phone_number as string, "+61491570156")
      assert.isTrue(data.phone_number_validated)
      const employee = yield* (yield* Employees).get(session.productId, session.employeeId)
      assert.deepStrictEqual(employee.data.data.phone_numbers[0] as unknown, {
        phone_number: "+61491570156",
        verified_at: "2026-11-21T00:00:00.000Z"
      })
      assert.deepStrictEqual(yield* refusals(session, { phone_number: "0491 570 006" }), [
        "#/phone_number not_allowed"
      ])
      const steps = yield* OnboardingSteps
      yield* walkTo(session, "contact")
      const other = yield* Effect.flip(steps.saveContact(session.productId, session.id, contact()))
      assert.strictEqual(other.code, "validation_failed")
    }).pipe(at(NOW))
  )

  it.effect("says that a contact is validated only of one that is given", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const { phone_number: _, ...byMail } = creation(employer)
      const { data } = yield* (yield* OnboardingSessions).create(employer.productId, byMail)
      const session = { ...employer, id: data.id, employeeId: data.employee.id }
      assert.deepStrictEqual(yield* refusals(session, { phone_number_validated: true }), [
        "#/phone_number_validated not_allowed"
      ])
    }).pipe(at(NOW))
  )

  it.effect("fills in part by part what the employee hasn't saved yet", () =>
    Effect.gen(function* () {
      const session = yield* aSession({
        employee_detail: { identity: { given_name: "Niamh" }, tax_detail: { tfn: "123 456 782" } }
      })
      const { data } = yield* change(session, {
        employee_detail: {
          identity: { given_name: "Nuala", family_name: "O'Connor" },
          employment: { start_date: "2026-12-01" }
        }
      })
      const detail = data.employee_detail
      assert.strictEqual(detail?.identity?.given_name as string, "Nuala")
      assert.strictEqual(detail?.employment?.start_date as string, "2026-12-01")
      assert.strictEqual(detail?.tax_detail?.tfn_masked as string, "*** *** 782")

      const renewed = yield* change(session, { employee_detail: { tax_detail: { tfn: "876 543 210" } } })
      assert.strictEqual(renewed.data.employee_detail?.tax_detail?.tfn_masked as string, "*** *** 210")
      const none = yield* change(session, {
        employee_detail: { tax_detail: { tfn_exemption_type: "not_quoted" } }
      })
      assert.deepInclude(none.data.employee_detail?.tax_detail, { tfn_provided: false, tfn_masked: null })

      yield* walkTo(session, "super_disclaimer")
      assert.deepStrictEqual(
        yield* refusals(session, {
          employee_detail: {
            identity: { given_name: "Niamh" },
            address: { address_line_1: "1 Spring St", locality: "Melbourne", postcode: "3000", state: "VIC" },
            tax_detail: { tfn: "123 456 782" }
          }
        }),
        [
          "#/employee_detail/identity not_allowed",
          "#/employee_detail/address not_allowed",
          "#/employee_detail/tax_detail not_allowed"
        ]
      )
      const late = yield* change(session, {
        employee_detail: {
          employment: { pay_frequency: "weekly" },
          super_details: { super_funds: [{ usi: "STA0100AU" }] }
        }
      })
      assert.strictEqual(late.data.employee_detail?.super_details?.super_funds[0]?.usi as string, "STA0100AU")
      assert.strictEqual(late.data.employee_identity.data?.given_name as string, "Niamh")
    }).pipe(at(NOW))
  )

  it.effect("judges a reason for no tax file number by the date of birth that is known", () =>
    Effect.gen(function* () {
      const session = yield* aSession({ employee_detail: { identity: { date_of_birth: "1990-05-17" } } })
      const body: Change = { employee_detail: { tax_detail: { tfn_exemption_type: "under_eighteen" } } }
      assert.deepStrictEqual(yield* refusals(session, body), [
        "#/employee_detail/tax_detail/tfn_exemption_type not_allowed"
      ])
    }).pipe(at(NOW))
  )

  it.effect(
    "isn't possible once the answers are confirmed or the session has ended: the refusal says what is",
    () =>
      Effect.gen(function* () {
        const waiting = yield* aSession()
        yield* walkTo(waiting, "finished")
        assert.deepInclude(yield* Effect.flip(change(waiting, { remote_id: "x" })), {
          code: "session_not_editable",
          state: "pending_completion",
          allowed: []
        })
        const cancelled = yield* aSession()
        yield* (yield* SessionEndings).cancel(cancelled.productId, cancelled.id)
        assert.deepInclude(yield* Effect.flip(change(cancelled, { remote_id: "x" })), {
          code: "session_not_editable",
          state: "cancelled",
          allowed: ["eraseOnboardingSession"]
        })
        const { data } = yield* (yield* OnboardingSessions).get(cancelled.productId, cancelled.id)
        assert.strictEqual(data.remote_id as string, "session-1")
      }).pipe(at(NOW))
  )
})
