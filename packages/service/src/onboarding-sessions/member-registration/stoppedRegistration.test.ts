import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { at } from "../../../test/at.ts"
import { passTime } from "../../../test/passTime.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import { TaxFileNumbers } from "../TaxFileNumbers.ts"
import { SessionDeadlines } from "../deadlines/SessionDeadlines.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"

layer(TestRegistering.layer, { excludeTestServices: true })("a registration that has stopped", (it) => {
  it.effect("is released by an operator, and then goes on with all its retries", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const calls = yield* FundCallOperations
      const server = yield* fundServer((_, nth) =>
        nth === 1 ? "reset" : nth < 5 ? 500 : { status: 201, body: MEMBER }
      )
      const { session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      const { id } = yield* registrationOf(session)
      yield* calls.release(id)
      for (const seconds of [2.5, 25, 250]) {
        yield* worker.untilIdle
        assert.include((yield* Effect.flip(calls.release(id))).problem, "it goes on by itself")
        yield* passTime(`${seconds * 1000} millis`)
      }
      yield* worker.untilIdle
      assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 5 })
      assert.include((yield* Effect.flip(calls.release(id))).problem, "The fund has done what was asked")
      assert.include((yield* Effect.flip(calls.release("17"))).problem, "no call to a fund with the id 17")
      const rows = yield* sql`SELECT actor_kind FROM audit_log WHERE action = 'fund_call.release'
        AND entity_id = ${id}`
      assert.deepStrictEqual(rows, [{ actor_kind: "operator" }])
    })
  )

  it.effect("a registration that waits for credentials can't be released", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => 401)
      const { session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      const { id } = yield* registrationOf(session)
      const refused = yield* Effect.flip((yield* FundCallOperations).release(id))
      assert.include(refused.remedy, "admin fund credentials")
    })
  )

  it.effect(
    "stops without a call when the employee's tax file number has been destroyed, whatever the fund requires",
    () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url, { fields: { tfn: "optional" } })
        yield* (yield* TaxFileNumbers).destroy({ id: session.id, product_id: session.productId })
        yield* (yield* startWorker()).untilIdle
        assert.deepInclude(yield* registrationOf(session), {
          state: "stopped",
          because: "fault",
          attempts: 0
        })
        assert.lengthOf(server.calls, 0)
      })
  )

  it.effect("after five days the session completes without a number; one that arrives later is kept", () =>
    Effect.gen(function* () {
      const server = yield* fundServer((_, nth) => (nth === 1 ? "reset" : { status: 201, body: MEMBER }))
      const { session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      const inFiveDays = new Date(Date.now() + 5 * 86_400_000 + 1000).toISOString()
      yield* (yield* SessionDeadlines).completeUnanswered.pipe(at(inFiveDays))
      const outcome = Effect.map(
        sessionOf(session),
        ({ data_delivery_state, onboarding_session_super_selection }) => [
          data_delivery_state as string,
          onboarding_session_super_selection.outcome as string,
          onboarding_session_super_selection.select_super_fund_product?.member_number ?? null
        ]
      )
      assert.deepStrictEqual(yield* outcome, ["completed", "complete_without_member_number", null])
      const issue = Effect.map(issuesOf(session.employerId), (issues) =>
        issues.map(({ kind, status }) => `${kind} ${status}`)
      )
      assert.deepStrictEqual(yield* issue, ["member_registration_failed open"])
      const events = (yield* eventsOf(session.id)).length
      yield* (yield* FundCallOperations).release((yield* registrationOf(session)).id)
      yield* worker.untilIdle
      assert.deepStrictEqual<unknown>(yield* outcome, ["completed", "complete", "0012345678"])
      assert.deepStrictEqual(yield* issue, ["member_registration_failed resolved"])
      assert.lengthOf(yield* eventsOf(session.id), events)
    })
  )
})
