import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf, eventNames } from "../../test/TestEvents.ts"
import { anIntent } from "../../test/TestIntents.ts"
import { anEmployer, TestOnboarding } from "../../test/TestOnboarding.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { SimulatedIntents } from "./SimulatedIntents.ts"

const NOW = "2026-11-21T00:00:00Z"

layer(TestOnboarding.layer, { excludeTestServices: true })("the sandbox plays the employer", (it) => {
  it.effect("and completes an intent with what is missing, once, with its webhook", () =>
    Effect.gen(function* () {
      const simulated = yield* SimulatedIntents
      const { id, productId } = yield* anIntent({ employee: { family_name: "Wattle" } })
      const { data, version } = yield* simulated.complete(productId, id)
      assert.deepInclude(data, { status: "complete", completed_at: "2026-11-21T00:00:00.000Z" as never })
      assert.strictEqual(data.employee.family_name as string, "Wattle")
      assert.isNotNull(data.employee.email)
      assert.strictEqual(data.employment.start_date as string, "2026-11-21")
      assert.deepStrictEqual(yield* simulated.complete(productId, id), { data, version })
      assert.deepStrictEqual(yield* eventNames(id), ["onboarding_intent_completed"])
    }).pipe(at(NOW))
  )

  it.effect("and starts an intent as the first save of its embed does, without a webhook", () =>
    Effect.gen(function* () {
      const simulated = yield* SimulatedIntents
      const { employerId, productId } = yield* anEmployer()
      const remote_id = "hire-0042" as S.RemoteId
      const { data } = yield* simulated.start(productId, employerId, { remote_id })
      assert.deepInclude(data, { status: "in_progress", remote_id, onboarding_session_id: null })
      assert.isNotNull(data.employee.family_name)
      assert.isNull(data.employment.start_date)
      assert.deepStrictEqual(yield* eventsOf(data.id), [])
      const taken = Effect.flip(simulated.start(productId, employerId, { remote_id }))
      assert.deepInclude(yield* taken, { code: "remote_id_taken", resource_id: data.id } as object)
      const { data: other } = yield* simulated.start(productId, employerId, {})
      assert.strictEqual(other.remote_id as string, other.id)
      assert.strictEqual((yield* simulated.complete(productId, other.id)).data.status, "complete")
    }).pipe(at(NOW))
  )

  it.effect("but not where the employer itself couldn't", () =>
    Effect.gen(function* () {
      const simulated = yield* SimulatedIntents
      const unconfigured = yield* anIntent({}, yield* anEmployer(null))
      const refused = Effect.flip(simulated.complete(unconfigured.productId, unconfigured.id))
      assert.strictEqual((yield* refused).code, "employer_not_configured")
      const cancelled = yield* anIntent()
      yield* (yield* OnboardingSessionIntents).cancel(cancelled.productId, cancelled.id)
      const over = Effect.flip(simulated.complete(cancelled.productId, cancelled.id))
      assert.deepInclude(yield* over, { code: "state_not_reachable", state: "cancelled", allowed: [] })
    }).pipe(at(NOW))
  )

  it.effect("nor for a live product, whose intent is not found there", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, productId } = yield* anIntent()
      yield* sql`UPDATE products SET sandboxed = false WHERE id = ${productId}`
      const refused = yield* Effect.flip((yield* SimulatedIntents).complete(productId, id))
      assert.strictEqual(refused.code, "not_found")
    }).pipe(at(NOW))
  )
})
