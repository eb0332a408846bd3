import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { aCompleteIntent, anIntent, intentCreation } from "../../test/TestIntents.ts"
import { anEmployer, TestOnboarding } from "../../test/TestOnboarding.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { SessionFromIntent } from "./SessionFromIntent.ts"
import { refusalOf } from "../../test/findings.ts"

const NOW = "2026-11-21T00:00:00Z"

layer(TestOnboarding.layer, { excludeTestServices: true })("onboarding session intents", (it) => {
  it.effect(
    "are prefilled by the partner: created in draft, before there is a session, to expire after 30 days",
    () =>
      Effect.gen(function* () {
        const intents = yield* OnboardingSessionIntents
        const employer = yield* anEmployer(null)
        const { id } = yield* anIntent({}, employer)
        const { data, version } = yield* intents.get(employer.productId, id)
        assert.strictEqual(version, 1)
        assert.deepInclude(data, {
          status: "draft",
          onboarding_session_id: null,
          workflow_slug: "standard_onboarding"
        })
        assert.deepStrictEqual(data.employer as object, { id: employer.employerId, remote_id: "1234" })
        assert.strictEqual(data.expires_at as string, "2026-12-21T00:00:00.000Z")
        assert.deepStrictEqual(yield* eventsOf(id), [])
      }).pipe(at(NOW))
  )

  it.effect("take what the partner knows in its normal form, and keep it encrypted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const intent = yield* anIntent({
        employee: { given_name: " Niamh ", email: "niamh@Example.COM", phone_number: "0491 570 006" },
        employment: { start_date: "2026-12-01", job_title: "Cabinet  maker" }
      })
      const { data } = yield* (yield* OnboardingSessionIntents).get(intent.productId, intent.id)
      assert.deepStrictEqual(data.employee as object, {
        given_name: "Niamh",
        family_name: null,
        email: "niamh@example.com",
        phone_number: "+61491570006",
        remote_id: null
      })
      assert.strictEqual(data.employment.job_title as string, "Cabinet maker")
      const [row] = yield* sql`SELECT i::text AS row, encode(details, 'escape') AS details
        FROM onboarding_session_intents i WHERE id = ${intent.id}`
      for (const value of ["Niamh", "niamh@", "491570006", "Cabinet"]) {
        assert.notInclude(JSON.stringify(row), value)
      }
    }).pipe(at(NOW))
  )

  it.effect("are refused with every finding at once: an unknown employer, and what can't be so", () =>
    Effect.gen(function* () {
      const intents = yield* OnboardingSessionIntents
      const employer = yield* anEmployer()
      const foreign = yield* anEmployer()
      const wrong = {
        employee: { family_name: "-" },
        employment: { start_date: "2031-01-01" }
      }
      const error = yield* Effect.flip(intents.create(employer.productId, intentCreation(foreign, wrong)))
      assert.deepStrictEqual(refusalOf(error), [
        "validation_failed",
        "#/employee/family_name empty_name",
        "#/employment/start_date employment_start_date_out_of_range",
        "#/employer/id not_found"
      ])
    }).pipe(at(NOW))
  )

  it.effect("have a remote_id of their own within the employer", () =>
    Effect.gen(function* () {
      const intents = yield* OnboardingSessionIntents
      const first = yield* anIntent()
      const again = Effect.flip(intents.create(first.productId, intentCreation(first)))
      assert.deepInclude<object>(yield* again, { code: "remote_id_taken", resource_id: first.id })
      yield* anIntent({ remote_id: "hire-0043" }, first)
    }).pipe(at(NOW))
  )

  it.effect("are listed newest first, by employer and by status", () =>
    Effect.gen(function* () {
      const intents = yield* OnboardingSessionIntents
      const first = yield* anIntent()
      const second = yield* aCompleteIntent({ remote_id: "hire-0043" }, first)
      const anything = { after: undefined, limit: 25, employer_id: undefined, status: undefined }
      const ids = (filter: Partial<Parameters<typeof intents.list>[1]>) =>
        Effect.map(intents.list(first.productId, { ...anything, ...filter }), ({ items }) =>
          items.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* ids({}), [second.id, first.id])
      assert.deepStrictEqual(yield* ids({ employer_id: first.employerId }), [second.id, first.id])
      assert.deepStrictEqual(yield* ids({ status: "complete" }), [second.id])
      const { pagination } = yield* intents.list(first.productId, { ...anything, limit: 1 })
      assert.deepStrictEqual(yield* ids({ after: pagination.next_cursor ?? undefined }), [first.id])
    }).pipe(at(NOW))
  )

  it.effect("are cancelled once at most, and not when there is a session or their time is over", () =>
    Effect.gen(function* () {
      const intents = yield* OnboardingSessionIntents
      const draft = yield* anIntent()
      const cancel = intents.cancel(draft.productId, draft.id)
      yield* cancel
      const again = yield* Effect.flip(cancel)
      assert.deepInclude(again, { code: "intent_not_cancellable", state: "cancelled", allowed: [] })
      const converted = yield* aCompleteIntent()
      yield* (yield* SessionFromIntent).create(converted.productId, converted.id, { email_validated: true })
      const refusal = yield* Effect.flip(intents.cancel(converted.productId, converted.id))
      assert.deepInclude(refusal, { code: "intent_not_cancellable", state: "complete", allowed: [] })
      const late = yield* anIntent()
      const tooLate = intents.cancel(late.productId, late.id).pipe(Effect.flip, at("2026-12-21T00:00:00Z"))
      assert.deepInclude(yield* tooLate, { code: "intent_not_cancellable", state: "expired", allowed: [] })
    }).pipe(at(NOW))
  )
})
