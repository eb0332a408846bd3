import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { eventNames } from "../../test/TestEvents.ts"
import {
  aCallerWith,
  ISSUES,
  issuesOf,
  opened,
  resolve,
  resolved,
  TestIssueApi
} from "../../test/TestIssues.ts"
import { send } from "../../test/TestPartnerHttp.ts"
import { openTransaction, untilSomeoneWaits } from "../../test/openTransaction.ts"
import { EmployerIssues } from "./EmployerIssues.ts"
import { partnerIssues } from "./partnerIssues.ts"

const kinds = ["default_fund_closed"] as const
const [kind] = kinds

layer(TestIssueApi.layer, { excludeTestServices: true })("at the same moment", (it) => {
  it.effect(
    "the service resolves and the partner comes second: the webhook is sent, and the partner is answered what is so [R-3-4, R-3-5, R-6-23]",
    () =>
      Effect.gen(function* () {
        const { employerId, id, key } = yield* aCallerWith(kind)
        const issues = yield* EmployerIssues
        const { commit } = yield* openTransaction(issues.resolveAutomatically({ employerId, kinds }))
        const partner = yield* Effect.forkChild(resolve(key, id, {}))
        yield* untilSomeoneWaits
        yield* commit
        const { body, status } = yield* Fiber.join(partner)
        assert.strictEqual(status, 200)
        assert.deepInclude(body.data, { status: "resolved", resolved_by: "system" })
        assert.deepStrictEqual(yield* eventNames(id), ["employer_issue_created", "employer_issue_resolved"])
      })
  )

  it.effect("the partner resolves and the service comes second: no webhook is sent [R-3-6, R-6-25]", () =>
    Effect.gen(function* () {
      const { employerId, ids, productId, key } = yield* aCallerWith(kind)
      const [id] = ids
      if (id === undefined) return assert.fail()
      const { commit } = yield* openTransaction((yield* partnerIssues).resolve(productId, id, undefined))
      const service = yield* Effect.forkChild(resolved({ employerId, kinds }))
      yield* untilSomeoneWaits
      yield* commit
      assert.deepStrictEqual(yield* Fiber.join(service), [])
      const { body } = yield* send(key, "GET", `${ISSUES}/${id}`)
      assert.deepInclude(body.data, { status: "resolved", resolved_by: "partner" })
      assert.deepStrictEqual(yield* eventNames(id), ["employer_issue_created"])
    })
  )

  it.effect("two parts of the service report one problem: one issue, one webhook", () =>
    Effect.gen(function* () {
      const { employerId, productId } = yield* aCallerWith()
      const issues = yield* EmployerIssues
      const { commit } = yield* openTransaction(issues.openMany([{ productId, employerId, kind }]))
      const second = yield* Effect.forkChild(opened({ productId, employerId, kind }))
      yield* untilSomeoneWaits
      yield* commit
      assert.deepStrictEqual(yield* Fiber.join(second), [])
      const open = yield* issuesOf(employerId)
      assert.lengthOf(open, 1)
      assert.deepStrictEqual(yield* eventNames(open[0]?.id ?? ""), ["employer_issue_created"])
    })
  )

  it.effect("a problem comes again while its issue is being resolved: it is a new issue", () =>
    Effect.gen(function* () {
      const { employerId, id, productId } = yield* aCallerWith(kind)
      const issues = yield* EmployerIssues
      const { commit } = yield* openTransaction(issues.resolveAutomatically({ employerId, kinds }))
      const again = yield* Effect.forkChild(opened({ productId, employerId, kind }))
      yield* untilSomeoneWaits
      yield* commit
      const [second = ""] = yield* Fiber.join(again)
      assert.notStrictEqual(second, id)
      assert.deepStrictEqual(
        (yield* issuesOf(employerId)).map(({ status }) => status),
        ["resolved", "open"]
      )
    })
  )

  it.effect("the partner resolves what is expiring: 409, and it stays expired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* aCallerWith(kind)
      yield* sql`UPDATE employer_issues SET expires_at = opened_at WHERE id = ${id}`
      const { commit } = yield* openTransaction((yield* EmployerIssues).expireOverdue)
      const partner = yield* Effect.forkChild(resolve(key, id, {}))
      yield* untilSomeoneWaits
      yield* commit
      assert.strictEqual((yield* Fiber.join(partner)).status, 409)
      assert.deepStrictEqual(yield* eventNames(id), ["employer_issue_created"])
    })
  )
})
