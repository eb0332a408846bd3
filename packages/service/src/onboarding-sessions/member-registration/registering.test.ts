import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { anAuthority } from "../../../test/funds/certificates.ts"
import { fundServer } from "../../../test/funds/fundServer.ts"
import { aFund, KEY } from "../../../test/funds/TestFundCalls.ts"
import {
  anAttempt,
  aRegistration,
  aReview,
  confirm,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { eventNames } from "../../../test/TestEvents.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { FundLinks } from "../../funds/FundLinks.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"
import { derivedId } from "../../platform/ids/derivedId.ts"

layer(TestRegistering.layer, { excludeTestServices: true })("registering a member", (it) => {
  it.effect(
    "an employee who picks a fund is registered with it, and the number is passed on to the partner [R-1-14, R-1-15, R-1-16, R-2.3-1, R-2.4-3]",
    () =>
      Effect.gen(function* () {
        const { session, server } = yield* anAttempt()
        const [call = assert.fail("the fund was not called")] = server.calls
        assert.deepStrictEqual(call.body, {
          tfn: "123456782",
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
        const registration = yield* registrationOf(session)
        assert.deepInclude(registration, { state: "done", attempts: 1 })
        assert.strictEqual(call.headers["idempotency-key"], derivedId(`member_registration ${session.id}`))
        const seen = yield* sessionOf(session)
        assert.strictEqual(seen.data_delivery_state, "completed")
        const { outcome, select_super_fund_product } = seen.onboarding_session_super_selection
        assert.strictEqual(outcome, "complete")
        assert.strictEqual(String(select_super_fund_product?.member_number), "0012345678")
        const events = yield* eventNames(session.id)
        assert.deepStrictEqual(
          events.filter((event) => event === "onboarding_session_completed"),
          events.slice(-1)
        )
      })
  )

  it.effect(
    "who is a member already is answered 200, and sees what else the fund returned [R-2.4-4, R-2.4-5]",
    () =>
      Effect.gen(function* () {
        const body = { member_details: { member_number: "BAN-204817", product_name: "Banksia MySuper" } }
        const { session } = yield* anAttempt(() => ({ status: 200, body }))
        const view = yield* (yield* OnboardingSteps).view(session.productId, session.id)
        assert.deepStrictEqual<unknown>(
          [view.collected.super_selection?.member_number, view.collected.super_selection?.fund_details],
          ["BAN-204817", [{ label: "Product name", value: "Banksia MySuper" }]]
        )
      })
  )

  it.effect("a number is kept beside what nothing can store, and the worker lives on", () =>
    Effect.gen(function* () {
      const deep = "[".repeat(15_000) + "]".repeat(15_000)
      const raw = `{"member_details":{"member_number":"0012345678","x":${deep},"n":1e400},"y":${deep}}`
      const server = yield* fundServer(() => ({ status: 201, raw }))
      const worker = yield* startWorker()
      for (let time = 0; time < 2; time += 1) {
        const { session } = yield* aRegistration(server.url)
        yield* worker.untilIdle
        const registration = yield* registrationOf(session)
        assert.deepInclude(registration, { state: "done", attempts: 1 })
        const { attempts } = yield* (yield* FundCallOperations).show(registration.id)
        assert.include(attempts[0]?.words, "nested more than 32 levels deep. A number in it is larger")
        const { select_super_fund_product } = (yield* sessionOf(session)).onboarding_session_super_selection
        assert.strictEqual(String(select_super_fund_product?.member_number), "0012345678")
      }
    })
  )

  it.effect("a fund is called only after the employee has confirmed, and then once", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const fund = yield* aFund(server.url)
      const session = yield* aReview(fund)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      assert.lengthOf(server.calls, 0)
      yield* Effect.all([confirm(session), confirm(session)], { concurrency: "unbounded" })
      yield* worker.untilIdle
      yield* confirm(session)
      yield* worker.look(session)
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect("of many workers one registers each member", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const fund = yield* aFund(server.url)
      const sessions = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => aReview(fund))
      const workers = yield* Effect.forEach([1, 2, 3], () => startWorker())
      yield* Effect.forEach(sessions, confirm, { concurrency: "unbounded" })
      // The worker that finishes the last registration finds nothing left.
      yield* Effect.raceAll(workers.map(({ untilIdle }) => untilIdle))
      assert.lengthOf(server.calls, 6)
      assert.strictEqual(new Set(server.calls.map(({ headers }) => headers["idempotency-key"])).size, 6)
    })
  )

  it.effect("a fund that is no longer linked isn't called, until it is again", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const { fund, session } = yield* aRegistration(server.url)
      const links = yield* FundLinks
      yield* links.unlink(fund.slug, session.productId)
      const worker = yield* startWorker()
      yield* worker.look(session)
      assert.lengthOf(server.calls, 0)
      yield* links.link(fund.slug, session.productId)
      yield* worker.untilIdle
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect(
    "a fund whose certificate isn't the pinned one gets nothing, and operators read why [R-5-8]",
    () =>
      Effect.gen(function* () {
        const authority = yield* anAuthority("Fund")
        const another = yield* anAuthority("Another")
        const { session, server } = yield* anAttempt(
          undefined,
          { ca_certificate: another.pem },
          yield* authority.issue()
        )
        assert.lengthOf(server.calls, 0)
        const [listed] = yield* (yield* FundCallOperations).list({ fund: undefined, state: "all", limit: 1 })
        assert.deepInclude(listed, {
          subject_id: session.id,
          because: "not_sent",
          words:
            "The fund serves its certificate alone, and the authority that its profile names in ca_certificate didn't issue it. If an intermediate authority did, serve its certificate too; otherwise serve a certificate of that authority, or name the new authority in the profile beside the old one."
        })
      })
  )

  it.effect("nothing of the person or the fund's secret is in the ledger, the queue or the audit log", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = ["fund_calls", "fund_call_attempts", "effect_queue", "audit_log", "funds"]
      const person = [
        "123456782",
        "Niamh",
        "O'Connor",
        "1990-05-17",
        "niamh@",
        "491570006",
        "Banksia Street",
        KEY
      ]
      for (const table of tables) {
        const rows = yield* sql<{ row: string }>`SELECT t::text AS row FROM ${sql(table)} t`
        assert.isNotEmpty(rows)
        for (const value of person)
          assert.isFalse(
            rows.some(({ row }) => row.includes(value)),
            `${value} in ${table}`
          )
      }
      const opened =
        yield* sql`SELECT DISTINCT actor_kind, detail FROM audit_log WHERE action = 'tax_file_number.decrypt'`
      assert.deepStrictEqual(opened, [{ actor_kind: "system", detail: { purpose: "member_registration" } }])
    })
  )
})
