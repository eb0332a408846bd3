import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { aCompleteIntent, anIntent, fillIn } from "../../test/TestIntents.ts"
import { anEmployer, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { OnboardingSessions } from "../onboarding-sessions/OnboardingSessions.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { SessionFromIntent } from "./SessionFromIntent.ts"

const NOW = "2026-11-21T00:00:00Z"
const VALIDATED = { email_validated: true }

layer(TestOnboarding.layer, { excludeTestServices: true })("a session from an intent", (it) => {
  it.effect(
    "takes person, contact and employment from the intent, and its identifiers [R-1-10, R-3-9, R-4.1-7, R-4.1-8]",
    () =>
      Effect.gen(function* () {
        const intent = yield* aCompleteIntent()
        const { data } = yield* (yield* SessionFromIntent).create(intent.productId, intent.id, VALIDATED)
        assert.strictEqual(data.onboarding_session_intent_id, intent.id)
        assert.strictEqual(data.remote_id as string, "hire-0042")
        assert.strictEqual(data.employee.remote_id as string, "hire-0042")
        assert.strictEqual(data.email as string, "niamh@example.com")
        assert.isTrue(data.email_validated)
        assert.strictEqual(data.phone_number as string, "+61491570006")
        assert.deepInclude(data.employee_detail?.identity, {
          given_name: "Niamh" as S.PersonName,
          family_name: "O'Connor" as S.PersonName
        })
        assert.deepStrictEqual(data.employee_detail?.employment as object, {
          start_date: "2026-12-01",
          pay_basis: "full_time",
          pay_frequency: "fortnightly"
        })
        const { data: after, version } = yield* (yield* OnboardingSessionIntents).get(
          intent.productId,
          intent.id
        )
        assert.deepInclude(after, { status: "complete", onboarding_session_id: data.id })
        assert.strictEqual(version, 7)
        assert.lengthOf(yield* eventsOf(intent.id), 1)
      }).pipe(at(NOW))
  )

  it.effect("takes the caller's identifiers, else the employee's from the intent, else the intent's", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionFromIntent
      const own = yield* aCompleteIntent({ employee: { remote_id: "emp-0042" } })
      const { data: first } = yield* sessions.create(own.productId, own.id, VALIDATED)
      assert.strictEqual(first.employee.remote_id as string, "emp-0042")
      const named = yield* aCompleteIntent()
      const { data: second } = yield* sessions.create(named.productId, named.id, {
        remote_id: "session-1" as S.RemoteId,
        employee: { remote_id: "emp-0043" as S.RemoteId },
        workflow_slug: "standard_onboarding",
        phone_number_validated: true
      })
      assert.deepInclude(second, { remote_id: "session-1" as S.RemoteId, phone_number_validated: true })
      assert.strictEqual(second.employee.remote_id as string, "emp-0043")
    }).pipe(at(NOW))
  )

  it.effect("reports its progress by the session webhooks, and the intent sends nothing more [R-6-17]", () =>
    Effect.gen(function* () {
      const intent = yield* aCompleteIntent()
      const { data } = yield* (yield* SessionFromIntent).create(intent.productId, intent.id, VALIDATED)
      yield* walkTo({ ...intent, id: data.id, employeeId: data.employee.id }, "tax")
      const sent = yield* eventsOf(data.id)
      assert.deepStrictEqual(new Set(sent.map(({ event }) => event)), new Set(["onboarding_session_changed"]))
      assert.lengthOf(sent, 3)
      assert.lengthOf(yield* eventsOf(intent.id), 1)
    }).pipe(at(NOW))
  )

  it.effect("is refused before the intent is complete, and after it has ended", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionFromIntent
      const intent = yield* anIntent()
      const { productId, id } = intent
      const refused = Effect.flip(sessions.create(productId, id, VALIDATED))
      assert.deepInclude(yield* refused, {
        code: "intent_not_complete",
        state: "draft",
        allowed: ["opened", "cancelled", "expired"]
      })
      yield* fillIn(intent)
      assert.deepInclude(yield* refused, { code: "intent_not_complete", state: "in_progress" })
      yield* (yield* OnboardingSessionIntents).cancel(productId, id)
      assert.deepInclude(yield* refused, { code: "intent_not_complete", state: "cancelled", allowed: [] })
    }).pipe(at(NOW))
  )

  it.effect("many requests at once create exactly one session; the others learn its id [R-4.1-7]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* SessionFromIntent
      const { id, productId } = yield* aCompleteIntent()
      const results = yield* Effect.all(
        Array.from({ length: 8 }, () => Effect.result(sessions.create(productId, id, VALIDATED))),
        { concurrency: "unbounded" }
      )
      const made = results.filter(Result.isSuccess).map(({ success }) => success.data.id)
      assert.lengthOf(made, 1)
      for (const { failure } of results.filter(Result.isFailure)) {
        assert.deepInclude(failure as object, {
          code: "intent_already_converted",
          onboarding_session_id: made[0],
          allowed: []
        })
      }
      const rows = yield* sql`SELECT id FROM onboarding_sessions WHERE intent_id = ${id}`
      assert.deepStrictEqual(rows, [{ id: made[0] }])
    }).pipe(at(NOW))
  )

  it.effect("leaves the intent as it was where the session is refused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* SessionFromIntent
      const employer = yield* anEmployer()
      const intent = yield* aCompleteIntent({}, employer)
      const refusal = (input: S.OnboardingSessionFromIntent) =>
        Effect.map(
          Effect.flip(sessions.create(intent.productId, intent.id, input)),
          ({ code }): string => code
        )
      yield* sql`UPDATE products SET sandboxed = false WHERE id = ${intent.productId}`
      assert.strictEqual(yield* refusal({}), "contact_not_validated")
      yield* sql`UPDATE products SET sandboxed = true WHERE id = ${intent.productId}`
      yield* sql`UPDATE employer_default_funds SET ended_at = now() WHERE employer_id = ${employer.employerId}`
      assert.strictEqual(yield* refusal(VALIDATED), "employer_not_configured")
      yield* sql`UPDATE employer_default_funds SET ended_at = NULL WHERE employer_id = ${employer.employerId}`
      const taken = { ...VALIDATED, employee: { remote_id: "emp-1" as S.RemoteId } }
      const other = yield* aCompleteIntent({ remote_id: "hire-0043" }, employer)
      const remote_id = "hire-0042" as S.RemoteId
      yield* sessions.create(employer.productId, other.id, { ...taken, remote_id })
      assert.strictEqual(yield* refusal(taken), "remote_id_taken")
      const { data } = yield* (yield* OnboardingSessionIntents).get(intent.productId, intent.id)
      assert.isNull(data.onboarding_session_id)
      const { data: session } = yield* sessions.create(intent.productId, intent.id, VALIDATED)
      const read = yield* (yield* OnboardingSessions).get(intent.productId, session.id)
      assert.strictEqual(read.data.onboarding_session_intent_id, intent.id)
    }).pipe(at(NOW))
  )
})
