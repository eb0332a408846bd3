import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/at.ts"
import { products } from "../../../test/TestFunds.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { SessionDeadlines } from "../deadlines/SessionDeadlines.ts"
import { SessionEndings } from "../SessionEndings.ts"
import { Confirmation } from "./Confirmation.ts"
import { OnboardingSteps } from "./OnboardingSteps.ts"
import { registered, settle, aConfirmedDefault } from "../../../test/outcomes.ts"

const NOW = "2026-11-21T00:00:00Z"
const LATER = "2026-11-22T10:30:00Z"

const viewed = ({ productId, id }: Session) =>
  Effect.flatMap(OnboardingSteps, (steps) => steps.view(productId, id))

const services = { excludeTestServices: true }

layer(TestOnboarding.layer, services)("the view of a session that ended", (it) => {
  it.effect("says that the partner cancelled it, and when", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "contact")
      assert.notProperty(yield* viewed(session), "ended")
      yield* (yield* SessionEndings).cancel(session.productId, session.id).pipe(at(LATER))
      assert.deepStrictEqual<unknown>((yield* viewed(session)).ended, {
        reason: "cancelled",
        at: "2026-11-22T10:30:00.000Z"
      })
    }).pipe(at(NOW))
  )

  it.effect("says that a newer session of the same employee replaced it", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "contact")
      const newer = yield* aSession({ remote_id: "session-2" }, session).pipe(at(LATER))
      assert.deepStrictEqual<unknown>((yield* viewed(session)).ended, {
        reason: "superseded",
        at: "2026-11-22T10:30:00.000Z"
      })
      assert.notProperty(yield* viewed(newer), "ended")
    }).pipe(at(NOW))
  )

  it.effect("says that it expired, also before the job has run", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      const expired = { reason: "expired", at: "2026-12-21T00:00:00.000Z" }
      const late = viewed(session).pipe(at("2026-12-24T00:00:00Z"))
      assert.deepStrictEqual<unknown>((yield* late).ended, expired)
      yield* (yield* SessionDeadlines).expireOverdue.pipe(at("2026-12-24T00:00:00Z"))
      assert.deepStrictEqual<unknown>((yield* late).ended, expired)
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("the view of a session that waits for its fund", (it) => {
  it.effect("names the fund and since when, until the fund has answered", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "review")
      assert.notProperty(yield* viewed(session), "waiting")
      yield* (yield* Confirmation).confirm(session.productId, session.id, { confirmed: true }).pipe(at(LATER))
      const waiting = yield* viewed(session)
      assert.deepStrictEqual<unknown>(waiting.waiting, {
        since: "2026-11-22T10:30:00.000Z",
        fund_name: products.acacia.fund_name
      })
      assert.notProperty(waiting, "ended")
      yield* settle(session, registered())
      assert.notProperty(yield* viewed(session), "waiting")
    }).pipe(at(NOW))
  )

  it.effect("names none where no fund is asked", () =>
    Effect.gen(function* () {
      const view = yield* viewed(yield* aConfirmedDefault)
      assert.strictEqual(view.state, "pending_completion")
      assert.notProperty(view, "waiting")
    }).pipe(at(NOW))
  )
})
