import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { issuesOf, opened, resolved } from "../../test/TestIssues.ts"
import { anEmployer, aSession, type Employer, TestOnboarding } from "../../test/TestOnboarding.ts"
import { EmployerIssues } from "./EmployerIssues.ts"
import * as Duration from "effect/Duration"
import { BusinessClock } from "../platform/time/BusinessClock.ts"

const closed = ({ employerId, productId }: Employer) =>
  ({ productId, employerId, kind: "default_fund_closed" }) as const

layer(TestOnboarding.layer, { excludeTestServices: true })("opening and resolving issues", (it) => {
  it.effect("two employees of an employer have an issue each, and each is resolved by itself", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const sessions = [
        yield* aSession({ employee: { remote_id: "a" } as never }, employer),
        yield* aSession({ employee: { remote_id: "b" } as never, remote_id: "b" as never }, employer)
      ]
      const kind = "member_registration_failed" as const
      yield* opened(
        ...sessions.map(({ employeeId, id }) => ({ ...closed(employer), kind, employeeId, sessionId: id }))
      )
      const [first, second] = yield* issuesOf(employer.employerId)
      assert.strictEqual(first?.session_id as string, sessions[0]?.id)
      const { employerId } = employer
      const { employeeId } = sessions[0] ?? assert.fail()
      yield* resolved({ employerId, kinds: [kind] })
      yield* resolved({ employerId, employeeId, kinds: ["undefaulted_abandonment"] })
      assert.deepStrictEqual(yield* resolved({ employerId, employeeId, kinds: [kind] }), [
        first?.id ?? assert.fail()
      ])
      assert.deepStrictEqual(
        (yield* issuesOf(employerId)).map(({ id, status }) => [id, status]),
        [
          [first?.id, "resolved"],
          [second?.id, "open"]
        ]
      )
    })
  )

  it.effect("an issue is committed with what caused it, or undone with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const issues = yield* EmployerIssues
      const employer = yield* anEmployer()
      yield* Effect.flip(
        sql.withTransaction(Effect.andThen(issues.open(closed(employer)), Effect.fail("changed my mind")))
      )
      assert.lengthOf(yield* issuesOf(employer.employerId), 0)
      const outside = yield* Effect.exit(issues.open(closed(employer)))
      assert.strictEqual(outside._tag, "Failure")
    })
  )
})

/** An employer with one open issue that concerns no employee, of a sandbox or a live product. */
const anIssue = Effect.fnUntraced(function* (sandboxed: boolean) {
  const sql = yield* SqlClient.SqlClient
  const employer = yield* anEmployer()
  yield* sql`UPDATE products SET sandboxed = ${sandboxed} WHERE id = ${employer.productId}`
  yield* opened({ ...employer, kind: "default_fund_closed" })
  return employer
})

const statusOf = Effect.fnUntraced(function* ({ employerId }: Effect.Success<ReturnType<typeof anIssue>>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ status: string; lasted: number; changed: number }>`SELECT status,
      extract(epoch FROM expires_at - opened_at)::int AS lasted, extract(day FROM updated_at - opened_at)::int AS changed
    FROM employer_issues WHERE employer_id = ${employerId} ORDER BY id DESC LIMIT 1`
  return row
})

const DAYS_90 = 90 * 86_400

layer(TestOnboarding.layer, { excludeTestServices: true })("time that passes in the sandbox", (it) => {
  it.effect("has the issues of sandbox products expire, and no others", () =>
    Effect.gen(function* () {
      const clock = yield* BusinessClock
      const { expireOverdue } = yield* EmployerIssues
      const sandbox = yield* anIssue(true)
      const live = yield* anIssue(false)
      yield* clock.advance(Duration.days(89), { kind: "system" })
      assert.strictEqual(yield* expireOverdue, 0)
      yield* clock.advance(Duration.days(1), { kind: "system" })
      assert.strictEqual(yield* expireOverdue, 1)
      assert.deepStrictEqual(yield* statusOf(sandbox), { status: "expired", lasted: DAYS_90, changed: 90 })
      assert.deepStrictEqual(yield* statusOf(live), { status: "open", lasted: DAYS_90, changed: 0 })
    })
  )

  it.effect(
    "stamps what is opened and resolved at once for several products by each product's own time",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const clock = yield* BusinessClock
        const sandbox = yield* anIssue(true)
        const live = yield* anIssue(false)
        yield* clock.advance(Duration.days(10), { kind: "system" })
        const kinds = ["default_fund_closed"] as const
        yield* resolved(...[sandbox, live].map(({ employerId }) => ({ employerId, kinds })))
        assert.deepStrictEqual(yield* statusOf(sandbox), { status: "resolved", lasted: DAYS_90, changed: 10 })
        assert.deepStrictEqual(yield* statusOf(live), { status: "resolved", lasted: DAYS_90, changed: 0 })
        yield* opened(
          ...[sandbox, live].map((employer) => ({ ...employer, kind: "default_fund_closed" as const }))
        )
        const rows =
          yield* sql`SELECT extract(day FROM opened_at - (platform_now() - interval '1 hour'))::int AS ahead
        FROM employer_issues WHERE status = 'open' AND ${sql.in("employer_id", [sandbox.employerId, live.employerId])}
        ORDER BY ahead`
        assert.deepStrictEqual(rows, [{ ahead: 0 }, { ahead: 100 }])
      })
  )
})
