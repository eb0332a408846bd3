import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../test/at.ts"
import { aProduct } from "../../test/aProduct.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { anEmployer, aSession, creation, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { Employees } from "../employee-api/Employees.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { refusalOf } from "../../test/findings.ts"

const NOW = "2026-11-21T00:00:00Z"

layer(TestOnboarding.layer, { excludeTestServices: true })("creating an onboarding session", (it) => {
  it.effect("gives it its first state, 30 days, and the employee that the employer didn't have", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const { data, version } = yield* (yield* OnboardingSessions).create(
        employer.productId,
        creation(employer)
      )
      assert.strictEqual(version, 1)
      assert.strictEqual(data.data_delivery_state, "initial")
      assert.strictEqual(data.current_step, "identity")
      assert.strictEqual(data.expires_at as string, "2026-12-21T00:00:00.000Z")
      assert.strictEqual(data.phone_number as string, "+61491570006")
      assert.strictEqual(data.employee.remote_id as string, "emp-0042")
      assert.deepStrictEqual(data.progression, {
        is_abandoned: false,
        completion_percentage: 0 as S.Percentage
      })
      const employee = yield* (yield* Employees).get(employer.productId, data.employee.id)
      assert.strictEqual(employee.data.email as string, "niamh@example.com")
      assert.deepStrictEqual<unknown>(employee.data.data.phone_numbers, [
        { phone_number: "+61491570006", verified_at: null }
      ])
      // No webhook: the partner itself created it.
      assert.deepStrictEqual(yield* eventsOf(data.id), [])
    }).pipe(at(NOW))
  )

  it.effect("needs an employer with a default fund [R-6-5]", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer(null)
      const sessions = yield* OnboardingSessions
      const error = yield* Effect.flip(sessions.create(employer.productId, creation(employer)))
      assert.strictEqual(error.status, 409)
      assert.strictEqual(error.code, "employer_not_configured")
    }).pipe(at(NOW))
  )

  it.effect("knows neither another product's employer nor another employer's employee", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const employer = yield* anEmployer()
      const other = yield* aSession()
      const foreign = yield* Effect.flip(sessions.create(yield* aProduct(), creation(employer)))
      assert.deepStrictEqual(refusalOf(foreign), ["validation_failed", "#/employer/id not_found"])
      const employee = { id: other.employeeId as string }
      const stranger = yield* Effect.flip(
        sessions.create(employer.productId, creation(employer, { employee }))
      )
      assert.deepStrictEqual(refusalOf(stranger), ["validation_failed", "#/employee not_found"])
    }).pipe(at(NOW))
  )

  it.effect("needs an e-mail address or a phone number, and says nothing untrue about them", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const employer = yield* anEmployer()
      const { email: _, email_validated: __, phone_number: ___, ...bare } = creation(employer)
      const nothing = yield* Effect.flip(sessions.create(employer.productId, bare))
      assert.deepStrictEqual(refusalOf(nothing), ["validation_failed", "# required"])
      const claimed = { ...creation(employer), email_validated: true, phone_number_validated: true }
      const { phone_number: ____, ...unsaid } = claimed
      const impossible = yield* Effect.flip(sessions.create(employer.productId, unsaid))
      assert.deepStrictEqual(refusalOf(impossible), [
        "validation_failed",
        "#/phone_number_validated not_allowed"
      ])
    }).pipe(at(NOW))
  )

  it.effect("has a remote_id that is unique within its employee", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const first = yield* aSession()
      const again = yield* Effect.flip(sessions.create(first.productId, creation(first)))
      assert.deepInclude<object>(again, { code: "remote_id_taken", resource_id: first.id })
      yield* sessions.create(first.productId, creation(first, { employee: { remote_id: "emp-0043" } }))
    }).pipe(at(NOW))
  )

  it.effect("cancels the unfinished earlier session, whose last webhook says so", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const first = yield* aSession()
      yield* walkTo(first, "tax")
      const before = (yield* eventsOf(first.id)).length
      const second = yield* aSession({ remote_id: "session-2" }, first)
      assert.strictEqual(second.employeeId, first.employeeId)
      const { data } = yield* sessions.get(first.productId, first.id)
      assert.strictEqual(data.data_delivery_state, "cancelled")
      assert.strictEqual(data.superseded_by, second.id)
      const events = yield* eventsOf(first.id)
      assert.lengthOf(events, before + 1)
      assert.strictEqual(events.at(-1)?.event, "onboarding_session_changed")
    }).pipe(at(NOW))
  )

  it.effect("many at once leave the employee with one unfinished session", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const employer = yield* anEmployer()
      const numbers = Array.from({ length: 8 }, (_, index) => index)
      const created = yield* Effect.forEach(
        numbers,
        (index) => sessions.create(employer.productId, creation(employer, { remote_id: `session-${index}` })),
        { concurrency: "unbounded" }
      )
      const states = yield* Effect.forEach(created, ({ data }) =>
        Effect.map(sessions.get(employer.productId, data.id), (read) => read.data.data_delivery_state)
      )
      assert.deepStrictEqual(states.toSorted(), [...numbers.slice(1).map(() => "cancelled"), "initial"])
      assert.strictEqual(new Set(created.map(({ data }) => data.employee.id)).size, 1)
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("what the partner fills in beforehand", (it) => {
  it.effect("is refused with every finding at once, none of which repeats a value", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const employer = yield* anEmployer()
      const wrong = {
        identity: { family_name: "-", date_of_birth: "2020-01-01" },
        employment: { start_date: "2019-01-01" },
        tax_detail: { tfn: "123456782", tfn_exemption_type: "pending" }
      } as const
      const error = yield* Effect.flip(
        sessions.create(employer.productId, creation(employer, { employee_detail: wrong }))
      )
      assert.deepStrictEqual(refusalOf(error), [
        "validation_failed",
        "#/employee_detail/identity/family_name empty_name",
        "#/employee_detail/identity/date_of_birth age_out_of_range",
        "#/employee_detail/tax_detail/tfn_exemption_type not_allowed",
        "#/employee_detail/employment/start_date employment_start_date_out_of_range"
      ])
      assert.notInclude(JSON.stringify(error), "123456782")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("reading onboarding sessions", (it) => {
  it.effect("they are listed newest first, and by employer, employee, state and progress", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const first = yield* aSession()
      const second = yield* aSession({ employee: { remote_id: "emp-0043" } }, first)
      yield* walkTo(second, "finished")
      const anything = {
        after: undefined,
        limit: 25,
        employer_id: undefined,
        employee_id: undefined,
        data_delivery_state: undefined,
        progress_state: undefined
      }
      const ids = (filter: Partial<Parameters<typeof sessions.list>[1]>) =>
        Effect.map(sessions.list(first.productId, { ...anything, ...filter }), ({ items }) =>
          items.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* ids({}), [second.id, first.id])
      assert.deepStrictEqual(yield* ids({ employer_id: first.employerId }), [second.id, first.id])
      assert.deepStrictEqual(yield* ids({ employee_id: first.employeeId }), [first.id])
      assert.deepStrictEqual(yield* ids({ data_delivery_state: "initial" }), [first.id])
      assert.deepStrictEqual(yield* ids({ progress_state: "registering" }), [second.id])
    }).pipe(at(NOW))
  )
})
