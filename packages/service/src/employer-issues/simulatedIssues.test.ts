import { SimulatedEmployerIssue } from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { eventsOf } from "../../test/TestEvents.ts"
import { issuesOf } from "../../test/TestIssues.ts"
import { anEmployer, aSession, type Employer, TestOnboarding } from "../../test/TestOnboarding.ts"
import { EmployerIssues } from "./EmployerIssues.ts"
import { issueKinds } from "@embedded-super/contracts/issue-kinds"
import { simulatedIssues } from "./simulatedIssues.ts"

const open = Effect.fnUntraced(function* (
  { employerId, productId }: Employer,
  body: typeof SimulatedEmployerIssue.Encoded
) {
  const issues = yield* simulatedIssues
  const { data } = yield* issues.open(productId, employerId, Schema.decodeSync(SimulatedEmployerIssue)(body))
  return data
})

layer(TestOnboarding.layer, { excludeTestServices: true })("issues that a sandbox opens", (it) => {
  it.effect.each(Object.keys(issueKinds))("can be of the kind %s, and send their webhook", (kind) =>
    Effect.gen(function* () {
      const issue = yield* open(yield* anEmployer(), { kind })
      assert.deepInclude(issue as object, { kind, status: "open", employee_id: null })
      assert.isAtLeast(issue.recommended_actions.length, 1)
      assert.strictEqual((yield* eventsOf(issue.id))[0]?.event, "employer_issue_created")
    })
  )

  it.effect("can be of one employee, and are then that employee's alone", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const { employeeId } = yield* aSession({}, employer)
      const kind = "membership_rejected"
      const issue = yield* open(employer, { kind, employee_id: employeeId })
      assert.strictEqual(issue.employee_id, employeeId)
      assert.notStrictEqual((yield* open(employer, { kind })).id, issue.id)
    })
  )

  it.effect("are one for one problem: an open one is answered as it is", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const first = yield* open(employer, { kind: "employer_abn_invalid" })
      assert.deepStrictEqual(yield* open(employer, { kind: "employer_abn_invalid" }), first)
      assert.lengthOf(yield* issuesOf(employer.employerId), 1)
    })
  )

  it.effect("are refused for a kind, an employee or an employer that isn't there", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const other = yield* aSession()
      const refused = (body: typeof SimulatedEmployerIssue.Encoded, at = employer) =>
        Effect.map(Effect.flip(open(at, body)), (error) =>
          error._tag === "NotFound" ? 404 : error.errors.map(({ pointer, code }) => [pointer, code])
        )
      assert.deepStrictEqual(yield* refused({ kind: "a_kind_of_tomorrow" }), [["#/kind", "not_found"]])
      assert.deepStrictEqual(yield* refused({ kind: "membership_rejected", employee_id: other.employeeId }), [
        ["#/employee_id", "not_found"]
      ])
      assert.deepStrictEqual(yield* refused({ kind: "default_fund_closed", employee_id: other.employeeId }), [
        ["#/employee_id", "not_allowed"]
      ])
      const elsewhere = { ...employer, productId: other.productId }
      assert.strictEqual(yield* refused({ kind: "default_fund_closed" }, elsewhere), 404)
      assert.lengthOf(yield* issuesOf(employer.employerId), 0)
    })
  )

  it.effect("are resolved by themselves after the requested time, by a job that survives the process", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const employer = yield* anEmployer()
      const soon = yield* open(employer, { kind: "employer_abn_invalid", resolve_after_seconds: 0 })
      const later = yield* open(employer, { kind: "default_fund_closed", resolve_after_seconds: 3600 })
      const [job] = yield* sql<{ seconds: number }>`
        SELECT extract(epoch FROM visible_at - now())::float8 AS seconds FROM effect_queue
        WHERE element LIKE ${`%${later.id}%`}`
      // Within more than a test may take.
      assert.closeTo(job?.seconds ?? 0, 3600, 300)
      yield* Effect.forkScoped(Layer.launch(EmployerIssues.timers))
      yield* eventsOf(soon.id).pipe(
        Effect.filterOrFail((events) => events.length === 2),
        Effect.retry(Schedule.spaced("20 millis"))
      )
      assert.deepStrictEqual(
        (yield* issuesOf(employer.employerId)).map(({ status, resolved_by }) => [status, resolved_by]),
        [
          ["resolved", "system"],
          ["open", null]
        ]
      )
      // A job that runs again after a crash resolves no issue twice.
      const again = (yield* EmployerIssues).resolveIssues([soon.id])
      assert.deepStrictEqual(yield* sql.withTransaction(again), [])
    })
  )
})
