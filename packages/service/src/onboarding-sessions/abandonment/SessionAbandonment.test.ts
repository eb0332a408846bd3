import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../../test/at.ts"
import { eventsOf, eventNames } from "../../../test/TestEvents.ts"
import { TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { now } from "../../platform/time/timestamp.ts"
import { simulatedAtoRepo } from "../../ato/SimulatedAtoRepo.ts"
import { Stapling } from "../../stapling/Stapling.ts"
import { SessionDeadlines } from "../deadlines/SessionDeadlines.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { SessionAbandonment } from "./SessionAbandonment.ts"
import {
  sessionUnder,
  leave,
  read,
  selectionOf,
  stapled,
  NOW,
  BEFORE,
  LEFT,
  OVER
} from "../../../test/TestAbandonment.ts"

layer(TestOnboarding.layer, { excludeTestServices: true })("a session left for 14 days", (it) => {
  it.effect("waits for its 30 days under none", () =>
    Effect.gen(function* () {
      const session = yield* sessionUnder("none")
      yield* leave
      assert.isTrue((yield* read(session)).progression.is_abandoned)
      assert.strictEqual((yield* selectionOf(session)).state, "initial")
      assert.lengthOf(yield* eventsOf(session.id), 0)
      yield* (yield* SessionDeadlines).expireOverdue.pipe(at(OVER))
      assert.deepInclude(yield* selectionOf(session), {
        state: "expired",
        source: null,
        outcome: "incomplete"
      })
    }).pipe(at(NOW))
  )

  it.effect("ends, not a moment earlier, as expired; onboarding_session_changed says so last", () =>
    Effect.gen(function* () {
      const { endAbandoned } = yield* SessionAbandonment
      const session = yield* sessionUnder("staple_then_default")
      yield* walkTo(session, "contact")
      yield* endAbandoned.pipe(at(BEFORE))
      assert.strictEqual((yield* selectionOf(session)).state, "collect_contact")
      yield* leave
      yield* leave
      yield* (yield* SessionDeadlines).expireOverdue.pipe(at(OVER))
      const data = yield* read(session)
      assert.strictEqual(data.data_delivery_state, "expired")
      assert.isTrue(data.progression.is_abandoned)
      assert.isNull(data.completed_at)
      assert.deepStrictEqual(yield* eventNames(session.id), [
        "onboarding_session_changed",
        "onboarding_session_changed",
        "onboarding_session_changed"
      ])
    }).pipe(at(NOW))
  )

  it.effect(
    "stays open for an employee who comes back between the ATO's answer and the end; that answer is remembered",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const steps = yield* OnboardingSteps
        const session = yield* sessionUnder("staple_then_default", { ato: stapled })
        yield* walkTo(session, "contact")
        const before = (yield* eventsOf(session.id)).length
        // Another worker has asked the ATO, and stopped before it ended the session.
        yield* (yield* Stapling).lookUp({
          productId: session.productId,
          employerId: session.employerId,
          sessionId: session.id,
          payee: Effect.succeed({ identity: {} as S.Identity, address: null, tfn: null })
        })
        const isWaitedFor = sql`SELECT FROM pg_locks WHERE locktype = 'tuple'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        const held = yield* Deferred.make<void>()
        // The worker has read that the session is abandoned, and waits for the lock that this transaction holds.
        const back = sql.withTransaction(
          Effect.gen(function* () {
            yield* steps.opened(session.productId, session.id).pipe(at(LEFT))
            yield* Deferred.succeed(held, undefined)
            yield* isWaitedFor.pipe(
              Effect.filterOrFail((rows) => rows.length > 0),
              Effect.retry(Schedule.spaced("20 millis"))
            )
          })
        )
        yield* Effect.all([back, Effect.andThen(Deferred.await(held), leave)], { concurrency: 2 })
        const data = yield* read(session)
        assert.strictEqual(data.data_delivery_state, "collect_contact")
        assert.isFalse(data.progression.is_abandoned)
        assert.lengthOf(yield* eventsOf(session.id), before)

        // A worker that continues later doesn't ask again: the ATO's first answer stays valid.
        yield* (yield* simulatedAtoRepo).put(
          {
            product_id: session.productId,
            employer_id: session.employerId,
            access: true,
            outcome: "none",
            fund: null
          },
          yield* now
        )
        yield* (yield* SessionAbandonment).endAbandoned.pipe(at("2026-12-19T00:00:00Z"))
        assert.deepInclude(yield* selectionOf(session), { state: "expired", source: "stapled" })
      }).pipe(at(NOW))
  )
})
