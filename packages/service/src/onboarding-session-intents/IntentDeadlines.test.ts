import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { aCompleteIntent, anIntent, fillIn, type Intent } from "../../test/TestIntents.ts"
import { TestOnboarding } from "../../test/TestOnboarding.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { IntentDeadlines } from "./IntentDeadlines.ts"
import { OnboardingSessionIntents } from "./OnboardingSessionIntents.ts"
import { SessionFromIntent } from "./SessionFromIntent.ts"

const NOW = "2026-11-21T00:00:00Z"
const VALIDATED = { email_validated: true }

const statusOf = ({ productId, id }: Intent) =>
  Effect.flatMap(OnboardingSessionIntents, (intents) =>
    Effect.map(intents.get(productId, id), ({ data }) => data.status)
  )

layer(TestOnboarding.layer, { excludeTestServices: true })("the time of an intent", (it) => {
  it.effect(
    "ends after 30 days if the employer hasn't finished, without a webhook; a complete one stays",
    () =>
      Effect.gen(function* () {
        const { expireOverdue } = yield* IntentDeadlines
        const draft = yield* anIntent()
        const begun = yield* anIntent()
        yield* fillIn(begun)
        const complete = yield* aCompleteIntent()
        assert.strictEqual(yield* expireOverdue.pipe(at("2026-12-20T23:59:59Z")), 0)
        assert.strictEqual(yield* expireOverdue.pipe(at("2026-12-21T00:00:00Z")), 2)
        assert.strictEqual(yield* expireOverdue.pipe(at("2026-12-21T00:01:00Z")), 0)
        assert.strictEqual(yield* statusOf(draft), "expired")
        assert.strictEqual(yield* statusOf(begun), "expired")
        assert.strictEqual(yield* statusOf(complete), "complete")
        assert.deepStrictEqual([...(yield* eventsOf(draft.id)), ...(yield* eventsOf(begun.id))], [])
      }).pipe(at(NOW))
  )

  it.effect("what is personal is removed 90 days after its end; identifiers and terms stay", () =>
    Effect.gen(function* () {
      const intents = yield* OnboardingSessionIntents
      const { anonymiseDue } = yield* IntentDeadlines
      const converted = yield* aCompleteIntent({ employee: { remote_id: "emp-0042" } })
      yield* (yield* SessionFromIntent).create(converted.productId, converted.id, VALIDATED)
      const unused = yield* aCompleteIntent()
      const cancelled = yield* anIntent()
      yield* fillIn(cancelled)
      yield* intents.cancel(cancelled.productId, cancelled.id)
      const open = yield* anIntent()
      yield* fillIn(open)
      yield* anonymiseDue.pipe(at("2027-02-18T23:59:59Z"))
      const { data: before } = yield* intents.get(converted.productId, converted.id)
      assert.strictEqual(before.employee.family_name as string, "O'Connor")
      yield* anonymiseDue.pipe(at("2027-02-19T00:00:00Z"))
      assert.strictEqual(yield* anonymiseDue.pipe(at("2027-02-19T01:00:00Z")), 0)
      for (const { productId, id } of [converted, unused, cancelled]) {
        const { data, version } = yield* intents.get(productId, id)
        assert.deepInclude(data.employee, { given_name: null, family_name: null, email: null })
        assert.isNull(data.employee.phone_number)
        assert.deepStrictEqual(data.employment as object, {
          start_date: "2026-12-01",
          pay_basis: "full_time",
          pay_frequency: "fortnightly",
          job_title: null
        })
        assert.isAbove(version, 1)
      }
      const { data } = yield* intents.get(converted.productId, converted.id)
      assert.strictEqual(data.employee.remote_id as string, "emp-0042")
      assert.strictEqual(
        (yield* intents.get(open.productId, open.id)).data.employee.family_name as string,
        "O'Connor"
      )
      const refused = (yield* SessionFromIntent).create(unused.productId, unused.id, VALIDATED)
      assert.deepInclude(yield* Effect.flip(refused), { code: "intent_data_removed", state: "complete" })
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("time that passes in the sandbox", (it) => {
  it.effect("has the intents of sandbox products expire and be anonymised, and no others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const { anonymiseDue, expireOverdue } = yield* IntentDeadlines
      const sandbox = yield* anIntent()
      const live = yield* anIntent()
      yield* sql`UPDATE products SET sandboxed = false WHERE id = ${live.productId}`
      yield* clock.advance(Duration.days(30), { kind: "system" })
      assert.strictEqual(yield* expireOverdue, 1)
      assert.strictEqual(yield* statusOf(sandbox), "expired")
      assert.strictEqual(yield* statusOf(live), "draft")
      yield* sql`UPDATE onboarding_session_intents SET state = 'cancelled', ended_at = platform_now() WHERE id = ${live.id}`
      yield* clock.advance(Duration.days(90), { kind: "system" })
      assert.strictEqual(yield* anonymiseDue, 1)
      const left = yield* sql`SELECT id FROM onboarding_session_intents WHERE anonymised_at IS NULL`
      assert.deepStrictEqual(left, [{ id: live.id }])
    })
  )
})
