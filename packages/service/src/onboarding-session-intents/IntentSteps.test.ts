import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { products } from "../../test/TestFunds.ts"
import { anIntent, fillIn, job, person, requests } from "../../test/TestIntents.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { anEmployer, TestOnboarding } from "../../test/TestOnboarding.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { IntentSteps } from "./IntentSteps.ts"
import { refusalOf } from "../../test/findings.ts"

const NOW = "2026-11-21T00:00:00Z"
const CONFIRMED: S.EmbedIntentConfirmation = { confirmed: true }

const shown = ({ current_step, status, steps }: S.EmbedIntent) => [
  status,
  current_step,
  steps.filter((step) => step.status === "complete").map(({ step }) => step)
]

layer(TestOnboarding.layer, { excludeTestServices: true })("the intent embed", (it) => {
  it.effect("leads from who over the job to what to ask for, and resumes where it was left", () =>
    Effect.gen(function* () {
      const steps = yield* IntentSteps
      const { productId, id } = yield* anIntent()
      yield* steps.opened(productId, id)
      const view = Effect.map(steps.view(productId, id), shown)
      assert.deepStrictEqual(yield* view, ["in_progress", "person", []])
      yield* steps.savePerson(productId, id, person())
      assert.deepStrictEqual(yield* view, ["in_progress", "job", ["person"]])
      yield* steps.saveJob(productId, id, job())
      assert.deepStrictEqual(yield* view, ["in_progress", "requests", ["person", "job"]])
      yield* steps.saveRequests(productId, id, requests)
      yield* steps.opened(productId, id)
      assert.deepStrictEqual(yield* view, ["in_progress", "review", ["person", "job", "requests"]])
      assert.deepStrictEqual(yield* eventsOf(id), [])
    }).pipe(at(NOW))
  )

  it.effect("is saved as the employer types: what is left out is emptied, what can't be so is refused", () =>
    Effect.gen(function* () {
      const steps = yield* IntentSteps
      const intent = yield* anIntent()
      yield* fillIn(intent)
      const { productId, id } = intent
      const begun = yield* steps.savePerson(productId, id, { given_name: "Nia" as S.PersonName })
      assert.deepStrictEqual(begun.person as object, { given_name: "Nia" })
      assert.strictEqual(begun.current_step, "person")
      const refused = yield* Effect.flip(steps.saveJob(productId, id, job({ start_date: "2019-01-01" })))
      assert.deepInclude(refused, { code: "validation_failed" })
      assert.strictEqual((yield* steps.view(productId, id)).job.start_date as string, "2026-12-01")
    }).pipe(at(NOW))
  )

  it.effect("shows the partner's own number for the employee, and doesn't let it be changed", () =>
    Effect.gen(function* () {
      const steps = yield* IntentSteps
      const { productId, id } = yield* anIntent({ employee: { remote_id: "emp-0042" } })
      yield* steps.opened(productId, id)
      const saved = yield* steps.savePerson(productId, id, person())
      assert.isTrue(saved.remote_id_is_fixed)
      assert.strictEqual(saved.person.remote_id as string, "emp-0042")
      yield* steps.savePerson(productId, id, person({ remote_id: "emp-0042" }))
      const refused = yield* Effect.flip(
        steps.savePerson(productId, id, person({ remote_id: "emp-0043", family_name: "-" }))
      )
      assert.deepStrictEqual(refusalOf(refused), [
        "validation_failed",
        "#/family_name empty_name",
        "#/remote_id not_allowed"
      ])
      const free = yield* anIntent()
      yield* steps.opened(free.productId, free.id)
      const own = yield* steps.savePerson(free.productId, free.id, person({ remote_id: "emp-0043" }))
      assert.isFalse(own.remote_id_is_fixed)
      assert.strictEqual(own.person.remote_id as string, "emp-0043")
    }).pipe(at(NOW))
  )

  it.effect("can't be confirmed before the employer has a default fund, and says so", () =>
    Effect.gen(function* () {
      const steps = yield* IntentSteps
      const intent = yield* anIntent({}, yield* anEmployer(null))
      const { employerId, id, productId } = intent
      assert.isFalse((yield* fillIn(intent)).employer_can_onboard)
      const refused = yield* Effect.flip(steps.confirm(productId, id, CONFIRMED))
      assert.deepInclude(refused, { code: "employer_not_configured", state: "in_progress" })
      yield* (yield* EmployerSettings).chooseDefaultFund(productId, employerId, {
        ...termsAccepted,
        fund_product_id: products.acacia.id
      })
      assert.isTrue((yield* steps.view(productId, id)).employer_can_onboard)
      assert.strictEqual((yield* steps.confirm(productId, id, CONFIRMED)).status, "complete")
    }).pipe(at(NOW))
  )

  it.effect("names everything that is missing at the confirmation, and changes nothing", () =>
    Effect.gen(function* () {
      const steps = yield* IntentSteps
      const { productId, id } = yield* anIntent()
      yield* steps.opened(productId, id)
      const refused = yield* Effect.flip(steps.confirm(productId, id, CONFIRMED))
      assert.deepStrictEqual(refusalOf(refused), [
        "validation_failed",
        "#/person/family_name required",
        "#/person/email required",
        "#/job/start_date required",
        "#/job/pay_basis required",
        "#/job/pay_frequency required",
        "#/workflow_slug required"
      ])
      assert.strictEqual((yield* steps.view(productId, id)).status, "in_progress")
      assert.deepStrictEqual(yield* eventsOf(id), [])
    }).pipe(at(NOW))
  )

  it.effect(
    "the employer finishes it: the intent is complete and onboarding_intent_completed is sent [R-3-7, R-3-8, R-2.1-15, R-6-14, R-6-15]",
    () =>
      Effect.gen(function* () {
        const steps = yield* IntentSteps
        const intent = yield* anIntent()
        const { id, productId } = intent
        yield* fillIn(intent)
        assert.deepStrictEqual(yield* eventsOf(id), [])
        const confirmed = yield* steps.confirm(productId, id, CONFIRMED)
        assert.deepInclude(confirmed, { status: "complete", current_step: "finished" })
        assert.strictEqual(confirmed.completed_at as string, "2026-11-21T00:00:00.000Z")
        const { version } = yield* (yield* OnboardingSessionIntents).get(productId, id)
        const [sent, ...more] = yield* eventsOf(id)
        assert.deepStrictEqual(more, [])
        assert.strictEqual(sent?.seq, version)
        const { inserted_at: _, ...payload } = sent?.payload ?? {}
        assert.deepStrictEqual(payload, {
          subject: "onboarding_session_intent",
          event: "onboarding_intent_completed",
          id,
          remote_id: "hire-0042",
          url: `https://api.example.test/api/v1/onboarding-session-intent/${id}`,
          product_id: productId,
          version: "v1"
        })
      }).pipe(at(NOW))
  )

  it.effect("many confirmations at once complete it once and send one webhook [R-3-8]", () =>
    Effect.gen(function* () {
      const steps = yield* IntentSteps
      const intent = yield* anIntent()
      yield* fillIn(intent)
      const confirm = steps.confirm(intent.productId, intent.id, CONFIRMED)
      const views = yield* Effect.all(
        Array.from({ length: 8 }, () => confirm),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(views.map(({ status }) => status)), new Set(["complete"]))
      assert.lengthOf(yield* eventsOf(intent.id), 1)
    }).pipe(at(NOW))
  )
})
