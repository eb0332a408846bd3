import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { fundServer, MEMBER } from "../../test/funds/fundServer.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import {
  anAttempt,
  aRegistration,
  aReview,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../test/funds/TestRegistering.ts"
import { eventsOf, eventNames } from "../../test/TestEvents.ts"
import { issueStates } from "../../test/TestIssues.ts"
import type { Session } from "../../test/TestOnboarding.ts"
import { FundCallOperations } from "../funds/calls/FundCallOperations.ts"
import { RegistrationRetries } from "./RegistrationRetries.ts"

const by = { actor: { kind: "api_key", id: "key" } } as const

const retry = ({ id, productId }: Pick<Session, "id" | "productId">) =>
  Effect.flatMap(RegistrationRetries, (retries) => retries.retry(productId, id, by))

/** The state in the refusal, which has one code for every state. */
const refused = (session: Pick<Session, "id" | "productId">) =>
  Effect.map(Effect.flip(retry(session)), (error) => {
    if (error._tag !== "Conflict") return error._tag
    assert.strictEqual(error.code, "registration_not_retryable")
    return error.state
  })

const outcomeOf = (session: Session) =>
  Effect.map(sessionOf(session), ({ data_delivery_state, onboarding_session_super_selection: selection }) => [
    data_delivery_state as string,
    selection.progress_state as string,
    selection.outcome as string
  ])

layer(TestRegistering.layer, { excludeTestServices: true })("a registration that came to nothing", (it) => {
  it.effect(
    "is made again when the partner asks: the number arrives, a webhook about the employee reports it, the issue is resolved, and the session sends nothing [R-3-4, R-6-28]",
    () =>
      Effect.gen(function* () {
        const { session, server, worker } = yield* anAttempt(
          (_, nth) => (nth === 1 ? 400 : { status: 201, body: MEMBER }),
          { idempotency: "honoured" }
        )
        assert.deepStrictEqual(yield* outcomeOf(session), [
          "completed",
          "completed",
          "complete_without_member_number"
        ])
        assert.deepStrictEqual(yield* issueStates(session.employerId), ["member_registration_failed open"])
        const events = yield* eventsOf(session.id)
        yield* retry(session)
        yield* worker.untilIdle
        assert.deepStrictEqual(yield* outcomeOf(session), ["completed", "completed", "complete"])
        assert.deepStrictEqual(yield* issueStates(session.employerId), [
          "member_registration_failed resolved"
        ])
        assert.lengthOf(yield* eventsOf(session.id), events.length)
        assert.deepStrictEqual(yield* eventNames(session.employeeId), ["employee_changed"])
        // A retry sends a new request: with the old idempotency key the fund would repeat its stored refusal.
        assert.strictEqual(new Set(server.calls.map(({ headers }) => headers["idempotency-key"])).size, 2)
        assert.strictEqual(yield* refused(session), "registered")
        const sql = yield* SqlClient.SqlClient
        const audited = yield* sql`SELECT FROM audit_log WHERE action = 'member_registration.retry'`
        assert.lengthOf(audited, 1)
      })
  )

  it.effect("shows that it is under way, is requested once, and may fail again", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => 400)
      const { session } = yield* aRegistration(server.url)
      yield* Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
      yield* retry(session)
      assert.deepStrictEqual(yield* outcomeOf(session), [
        "completed",
        "registering",
        "complete_without_member_number"
      ])
      assert.strictEqual(yield* refused(session), "under_way")
      yield* (yield* startWorker()).untilIdle
      assert.lengthOf(server.calls, 2)
      assert.deepInclude(yield* registrationOf(session), { state: "stopped", because: "refused" })
      assert.deepStrictEqual(yield* issueStates(session.employerId), ["member_registration_failed open"])
      assert.deepStrictEqual((yield* outcomeOf(session))[1], "completed")
    })
  )

  const noNumber = { status: 201, body: { member_details: {} } } as const
  const broken = "The answer 201 breaks the contract: member_details.member_number is required."
  for (const [first, kind, words] of [
    ["reset", "unknown", "The connection was lost."],
    [noNumber, "unreadable", broken]
  ] as const) {
    it.effect(
      `is left to the operator where the fund may have registered the member (${kind}); its words say why`,
      () =>
        Effect.gen(function* () {
          const { session, server, worker } = yield* anAttempt((_, nth) =>
            nth === 1 ? first : { status: 201, body: MEMBER }
          )
          assert.strictEqual(yield* refused(session), "uncertain")
          assert.lengthOf(server.calls, 1)
          const calls = yield* FundCallOperations
          const { id } = yield* registrationOf(session)
          const { attempts } = yield* calls.show(id)
          assert.deepStrictEqual<unknown>(
            attempts.map((made) => [made.outcome, made.words]),
            [[kind, words]]
          )
          if (kind === "unreadable") {
            const refusal = yield* Effect.flip(calls.release(id))
            assert.include(refusal.problem, "a second call would register it twice")
            yield* calls.enterNumbers([{ callId: id, memberNumber: "0012345678" }])
            assert.lengthOf(server.calls, 1)
          } else {
            yield* calls.release(id)
            yield* worker.untilIdle
          }
          assert.deepStrictEqual((yield* outcomeOf(session)).at(-1), "complete")
        })
    )
  }

  it.effect("is known to the operator by the Idempotency-Key that its fund received, as by its id", () =>
    Effect.gen(function* () {
      const calls = yield* FundCallOperations
      const { server, session } = yield* anAttempt(() => noNumber)
      const { session: other } = yield* aRegistration(server.url)
      const [stopped, waiting] = [yield* registrationOf(session), yield* registrationOf(other)]
      const key = String(server.calls[0]?.headers["idempotency-key"])
      assert.notStrictEqual(key, stopped.id)
      const listed = yield* calls.list({ fund: undefined, state: "stopped", limit: 10 })
      assert.include(
        listed.map((call) => call.idempotency_key),
        key
      )
      const shown = (given: string) =>
        Effect.map(calls.show(given), ({ call }) => [call.id, call.idempotency_key])
      assert.deepStrictEqual(yield* shown(key), [stopped.id, key])
      assert.deepStrictEqual(yield* shown(key.toUpperCase()), [stopped.id, key])
      const keyOfOther = (yield* calls.show(waiting.id)).call.idempotency_key
      assert.deepStrictEqual(yield* shown(keyOfOther), [waiting.id, keyOfOther])
      assert.include((yield* Effect.flip(calls.release(key))).problem, "would register it twice")
      const sql = yield* SqlClient.SqlClient
      const changed = (id: string, to: string) =>
        sql`UPDATE fund_calls SET idempotency_key = ${to} WHERE id = ${id}`
      yield* changed(waiting.id, key)
      const number = { callId: key, memberNumber: "0012345678" }
      for (const act of [calls.enterNumbers([number]), calls.release(key), calls.show(key)]) {
        assert.include((yield* Effect.flip(act)).problem, "of several calls")
      }
      yield* changed(waiting.id, keyOfOther)
      yield* calls.enterNumbers([number])
      assert.deepStrictEqual((yield* outcomeOf(session)).at(-1), "complete")
    })
  )

  it.effect("is no other product's business, and there has to be one", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const fund = yield* aFund(server.url)
      const session = yield* aReview(fund)
      assert.strictEqual(yield* refused(session), "none")
      const other = { ...session, productId: session.id as string as S.ProductId }
      assert.strictEqual(yield* refused(other), "NotFound")
    })
  )
})
