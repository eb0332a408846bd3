import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
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
      assert.deepStrictEqual(
        (yield* eventsOf(id)).map(({ event }) => event),
        ["onboarding_intent_completed"]
      )
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
