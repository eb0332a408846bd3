import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { issuesOf, opened, openedOne, resolved } from "../../test/TestIssues.ts"
import { anEmployer, aSession, type Employer, TestOnboarding } from "../../test/TestOnboarding.ts"
import { EmployerIssues } from "./EmployerIssues.ts"

const NOW = "2026-11-21T00:00:00Z"

const closed = ({ employerId, productId }: Employer) =>
  ({ productId, employerId, kind: "default_fund_closed" }) as const

const namesOf = (id: string) => Effect.map(eventsOf(id), (events) => events.map(({ event }) => event))

layer(TestOnboarding.layer, { excludeTestServices: true })("opening and resolving issues", (it) => {
  it.effect(
    "a problem of an employer opens an issue, which sends employer_issue_created [R-1-11, R-1-12, R-3-1, R-3-2, R-6-18, R-6-19]",
    () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const id = yield* openedOne(closed(employer))
        const [issue] = yield* issuesOf(employer.employerId)
        assert.deepInclude(issue, { id, kind: "default_fund_closed", status: "open", employee_id: null })
        const [created] = yield* eventsOf(id)
        assert.deepInclude(created?.payload, {
          subject: "employer_issue",
          event: "employer_issue_created",
          id,
          remote_id: id,
          url: `https://api.example.test/api/v1/employer-issue/${id}`,
          product_id: employer.productId
        })
      }).pipe(at(NOW))
  )

  it.effect("one problem has one open issue, however often it is reported", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const id = yield* openedOne(closed(employer))
      assert.deepStrictEqual(yield* opened(closed(employer)), [])
      assert.lengthOf(yield* issuesOf(employer.employerId), 1)
      assert.deepStrictEqual(yield* namesOf(id), ["employer_issue_created"])
    })
  )

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

  it.effect(
    "when the cause is gone the issue is resolved, which sends employer_issue_resolved once [R-1-13, R-3-3, R-3-4, R-6-22, R-6-23]",
    () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const { employerId } = employer
        const id = yield* openedOne(closed(employer))
        yield* resolved({ employerId, kinds: ["default_fund_closed"] })
        yield* resolved({ employerId, kinds: ["default_fund_closed"] })
        assert.deepInclude((yield* issuesOf(employerId))[0], { status: "resolved", resolved_by: "system" })
        const events = yield* eventsOf(id)
        assert.deepStrictEqual(
          events.map(({ event, seq }) => [event, seq]),
          [
            ["employer_issue_created", 1],
            ["employer_issue_resolved", 2]
          ]
        )
        assert.deepInclude(events[1]?.payload, { subject: "employer_issue", id, remote_id: id })
      })
  )

  it.effect("an issue that is over is never reopened: a recurrence is a new issue with a new id", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const [first] = yield* opened(closed(employer))
      yield* resolved({ employerId: employer.employerId, kinds: ["default_fund_closed"] })
      const [second] = yield* opened(closed(employer))
      assert.notStrictEqual(second, first)
      assert.deepStrictEqual(
        (yield* issuesOf(employer.employerId)).map(({ status }) => status),
        ["resolved", "open"]
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
