import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import { aFund } from "../../../test/funds/TestFundCalls.ts"
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
import { passTime, StillTime } from "../../../test/at.ts"
import { issueStates } from "../../../test/TestIssues.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"
import { FundProfiles } from "../../funds/FundProfiles.ts"
import { RegistrationRetries } from "../RegistrationRetries.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"

layer(Layer.provideMerge(StillTime, TestRegistering.layer), { excludeTestServices: true })(
  "a registration that has stopped",
  (it) => {
    it.effect("is released by an operator, and then has all its retries again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const calls = yield* FundCallOperations
        const { session, worker } = yield* anAttempt((_, nth) =>
          nth === 1 ? "reset" : nth < 5 ? 500 : { status: 201, body: MEMBER }
        )
        const { id } = yield* registrationOf(session)
        yield* calls.release(id)
        for (const seconds of [2.5, 25, 250]) {
          yield* worker.untilIdle
          assert.include((yield* Effect.flip(calls.release(id))).problem, "still makes it automatically")
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
        const { session } = yield* anAttempt(() => 401)
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
          // The registration is stopped, so the session doesn't wait for it.
          assert.strictEqual((yield* sessionOf(session)).data_delivery_state, "completed")
          assert.deepStrictEqual(yield* issueStates(session.employerId), ["member_registration_failed open"])
        })
    )

    it.effect("shows its last outcome again when it is tried again and then needs an operator", () =>
      Effect.gen(function* () {
        const { session, worker } = yield* anAttempt((_, nth) => (nth === 1 ? 400 : "reset"))
        const by = { actor: { kind: "system" } } as const
        yield* (yield* RegistrationRetries).retry(session.productId, session.id, by)
        yield* worker.untilIdle
        assert.deepInclude(yield* registrationOf(session), { state: "stopped", because: "unknown" })
        const { outcome, progress_state } = (yield* sessionOf(session)).onboarding_session_super_selection
        assert.deepStrictEqual([outcome, progress_state], ["complete_without_member_number", "completed"])
      })
    )

    it.effect(
      "isn't sent once the profile registers members of another product than the employee chose",
      () =>
        Effect.gen(function* () {
          const calls = yield* FundCallOperations
          const { fund, session, server, worker } = yield* anAttempt((_, nth) =>
            nth === 1 ? 503 : { status: 201, body: MEMBER }
          )
          const { profile } = fund
          const { load } = yield* FundProfiles
          const [chosen] = profile.products
          const usi = "OTH0001AU" as S.Usi
          const registration = { url: server.url, usi }
          yield* load(
            JSON.stringify({
              ...profile,
              products: [chosen, { ...chosen, usi }],
              operations: { ...profile.operations, member_registration: registration }
            })
          )
          yield* passTime("3 seconds")
          yield* worker.untilIdle
          const { id, ...stopped } = yield* registrationOf(session)
          assert.deepInclude(stopped, { state: "stopped", because: "fault", attempts: 1 })
          const [listed] = yield* calls.list({ fund: fund.slug, state: "all", limit: 1 })
          assert.include(listed?.words, `The employee chose the product ${chosen?.usi}`)
          assert.lengthOf(server.calls, 1)
          yield* load(JSON.stringify(profile))
          yield* calls.release(id)
          yield* worker.untilIdle
          assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 2 })
        })
    )

    it.effect("isn't repeated after a lost answer once the profile says that the fund ignores keys", () =>
      Effect.gen(function* () {
        const { fund, session, server, worker } = yield* anAttempt(() => "reset", { idempotency: "honoured" })
        assert.deepInclude(yield* registrationOf(session), { state: "waiting", because: "unknown" })
        const { profile } = fund
        yield* (yield* FundProfiles).load(JSON.stringify({ ...profile, idempotency: "ignored" }))
        yield* passTime("10 seconds")
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), {
          state: "stopped",
          because: "unknown",
          attempts: 1
        })
        assert.lengthOf(server.calls, 1)
      })
    )

    it.effect("that waits for room at its fund opens no tax file number", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const server = yield* fundServer(() => "hang")
        const fund = yield* aFund(server.url, { limits: { concurrent_requests: 1 } })
        yield* sql`INSERT INTO fund_gates (fund_id, window_from, proven) VALUES (${fund.id}, platform_now(), 1)`
        const [first, second] = [yield* aReview(fund), yield* aReview(fund)]
        yield* startWorker()
        yield* confirm(first)
        yield* server.next(1)
        yield* confirm(second)
        const healthy = yield* aRegistration((yield* fundServer()).url)
        // By then the worker has looked at the second registration, too.
        yield* Effect.retry(
          Effect.filterOrFail(registrationOf(healthy.session), ({ state }) => state === "done"),
          { schedule: Schedule.spaced("20 millis") }
        )
        const opened = yield* sql`SELECT FROM audit_log WHERE action = 'tax_file_number.decrypt'
        AND entity_id = ${second.id}`
        assert.lengthOf(opened, 0)
        yield* server.hangUp
      })
    )
  }
)
