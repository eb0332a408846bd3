import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { products } from "../../test/TestFunds.ts"
import { at } from "../../test/at.ts"
import { aSession, join, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { ChoiceForms } from "../onboarding-sessions/choice-form/ChoiceForms.ts"
import { Confirmation } from "../onboarding-sessions/employee-embed/Confirmation.ts"
import { Employees } from "./Employees.ts"
import {
  aWaitingSession,
  readSession,
  registered,
  settle,
  stateOf,
  withoutNumber
} from "../../test/outcomes.ts"

const NOW = "2026-11-21T00:00:00Z"
const LATER = "2026-11-22T00:00:00Z"

const employment = { employment: { start_date: "2026-12-01", pay_basis: "full_time" as const } }

/** A session that waits for Acacia, and a newer one of the same employee that waits for Banksia. */
const olderAndNewer = Effect.gen(function* () {
  const older = yield* aWaitingSession()
  const newer = yield* aSession({ remote_id: "session-2", employee_detail: employment }, older)
  yield* walkTo(newer, "super_selection")
  yield* join(newer, products.banksia)
  yield* (yield* Confirmation).confirm(newer.productId, newer.id, { confirmed: true })
  yield* (yield* ChoiceForms).make(newer.id)
  return { older, newer }
})

/** The employee's version and memberships: fund, number, and whether contributions go to it. */
const employeeOf = ({ employeeId, productId }: Session) =>
  Effect.flatMap(Employees, (employees) =>
    Effect.map(employees.get(productId, employeeId), ({ data, version }) => ({
      version,
      memberships: data.super_fund_details.super_fund_memberships.map(
        ({ fund, is_current, member_number }) => [
          fund.name as string,
          member_number as string | null,
          is_current
        ]
      )
    }))
  )

layer(TestOnboarding.layer, { excludeTestServices: true })("an employee's current membership", (it) => {
  it.effect("is that of the latest choice, also when the fund of an older session answers later", () =>
    Effect.gen(function* () {
      const { newer, older } = yield* olderAndNewer
      assert.strictEqual(older.employeeId, newer.employeeId)
      const versions = [(yield* employeeOf(newer)).version]
      yield* settle(newer, registered("B-1"))
      const first = yield* employeeOf(newer)
      assert.deepStrictEqual(first.memberships, [
        ["Banksia Super", "B-1", true],
        ["Acacia Super", null, false]
      ])
      yield* settle(older, registered("A-1")).pipe(at(LATER))
      const second = yield* employeeOf(newer)
      assert.deepStrictEqual(second.memberships, [
        ["Banksia Super", "B-1", true],
        ["Acacia Super", "A-1", false]
      ])
      versions.push(first.version, second.version)
      assert.deepStrictEqual(
        versions,
        [...new Set(versions)].toSorted((one, other) => one - other)
      )
    }).pipe(at(NOW))
  )

  it.effect("waits for its own number: that of an older session never replaces it", () =>
    Effect.gen(function* () {
      const { newer, older } = yield* olderAndNewer
      yield* settle(older, registered("A-1"))
      assert.deepStrictEqual((yield* employeeOf(newer)).memberships, [
        ["Banksia Super", null, true],
        ["Acacia Super", "A-1", false]
      ])
      yield* settle(newer, withoutNumber)
      assert.deepStrictEqual((yield* employeeOf(newer)).memberships[0], ["Banksia Super", null, true])
      yield* settle(newer, registered("B-1")).pipe(at(LATER))
      assert.deepStrictEqual((yield* employeeOf(newer)).memberships[0], ["Banksia Super", "B-1", true])
    }).pipe(at(NOW))
  )

  it.effect(
    "comes from a newer session that didn't supersede the older one: both complete in their own time",
    () =>
      Effect.gen(function* () {
        const { newer, older } = yield* olderAndNewer
        yield* settle(newer, registered("B-1"))
        assert.strictEqual(yield* stateOf(older), "pending_completion")
        yield* settle(older, registered("A-1"))
        const data = yield* readSession(older)
        assert.strictEqual(data.data_delivery_state, "completed")
        assert.isNull(data.superseded_by)
        assert.strictEqual(
          data.onboarding_session_super_selection.select_super_fund_product?.member_number as string,
          "A-1"
        )
      }).pipe(at(NOW))
  )

  it.effect("is nothing of a session that a newer one superseded before it was confirmed", () =>
    Effect.gen(function* () {
      const older = yield* aSession()
      yield* walkTo(older, "review")
      const newer = yield* aSession({ remote_id: "session-2" }, older)
      assert.strictEqual((yield* readSession(older)).superseded_by, newer.id)
      assert.deepStrictEqual((yield* employeeOf(newer)).memberships, [])
      yield* walkTo(newer, "finished")
      yield* settle(newer, registered("A-2"))
      assert.deepStrictEqual((yield* employeeOf(newer)).memberships, [["Acacia Super", "A-2", true]])
    }).pipe(at(NOW))
  )
})
