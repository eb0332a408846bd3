import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { eventsOf } from "../../test/TestEvents.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { AppOpenings } from "../ports.ts"
import { MatchLookups } from "../default-activate/MatchLookups.ts"
import { EmbedSessions } from "../embed-sessions/EmbedSessions.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { SessionAbandonment } from "./abandonment/SessionAbandonment.ts"
import { SessionDeadlines } from "./deadlines/SessionDeadlines.ts"
import { SessionTimers } from "./services.ts"
import { TaxFileNumbers } from "./TaxFileNumbers.ts"
import { readSession, stateOf } from "../../test/outcomes.ts"

/** A session that reached this step in a sandbox, and whose product is then made live. Its chosen fund stays. */
const aLiveSession = Effect.fnUntraced(function* (step: Parameters<typeof walkTo>[1]) {
  const sql = yield* SqlClient.SqlClient
  const session = yield* aSandboxSession(step)
  yield* sql`UPDATE products SET sandboxed = false WHERE id = ${session.productId}`
  return session
})

const aSandboxSession = Effect.fnUntraced(function* (step: Parameters<typeof walkTo>[1]) {
  const session = yield* aSession()
  yield* walkTo(session, step)
  return session
})

const pass = (by: Duration.Input) =>
  Effect.flatMap(BusinessClock, (clock) => clock.advance(Duration.fromInputUnsafe(by), { kind: "system" }))

/** The session's row in the database. */
const rowOf = Effect.fnUntraced(function* ({ id }: Session) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ state: string; erased: boolean; numbers: number }>`
    SELECT state, erased_at IS NOT NULL AS erased,
      (SELECT count(*) FROM tax_file_numbers WHERE session_id = s.id)::int AS numbers
    FROM onboarding_sessions s WHERE id = ${id}`
  return row
})

layer(TestOnboarding.layer, { excludeTestServices: true })("time that passes in the sandbox", (it) => {
  it.effect("has sessions of sandbox products expire, be abandoned and be stamped, and no others", () =>
    Effect.gen(function* () {
      const sandbox = yield* aSandboxSession("contact")
      const live = yield* aLiveSession("contact")
      const before = yield* Effect.all([readSession(sandbox), readSession(live)])
      yield* pass("14 days")
      assert.isTrue((yield* readSession(sandbox)).progression.is_abandoned)
      assert.isFalse((yield* readSession(live)).progression.is_abandoned)
      yield* (yield* SessionAbandonment).endAbandoned
      yield* pass("16 days")
      assert.deepStrictEqual(yield* Effect.all([stateOf(sandbox), stateOf(live)]), [
        "expired",
        "collect_contact"
      ])
      assert.strictEqual(yield* (yield* SessionDeadlines).expireOverdue, 1)
      assert.strictEqual((yield* rowOf(sandbox))?.state, "expired")
      assert.strictEqual((yield* rowOf(live))?.state, "collect_contact")
      const ended = yield* readSession(sandbox)
      assert.isAtLeast(
        Date.parse(ended.updated_at) - Date.parse(before[0].updated_at),
        Duration.toMillis("30 days")
      )
      assert.deepStrictEqual(yield* readSession(live), before[1])
      const fresh = yield* aSession()
      const { inserted_at } = yield* readSession(fresh)
      assert.isAbove(Date.parse(inserted_at), Date.parse(before[0].expires_at))
      const [event] = (yield* eventsOf(sandbox.id)).slice(-1)
      assert.isAtLeast(Date.parse(event?.payload["inserted_at"] ?? ""), Date.parse(ended.updated_at) - 1000)
    })
  )

  it.effect("destroys tax file numbers and anonymises in the sandbox alone", () =>
    Effect.gen(function* () {
      const sandbox = yield* aSandboxSession("super_disclaimer")
      const live = yield* aLiveSession("super_disclaimer")
      const sql = yield* SqlClient.SqlClient
      // The live session ended 25 days ago by the true time: 30 and 90 days haven't passed.
      yield* sql`UPDATE onboarding_sessions SET state = 'cancelled', ended_at = platform_now() - interval '25 days'
        WHERE id = ${live.id}`
      const { destroyDue } = yield* TaxFileNumbers
      const { anonymiseDue } = yield* SessionDeadlines
      yield* pass("30 days")
      yield* (yield* SessionDeadlines).expireOverdue
      assert.strictEqual((yield* rowOf(sandbox))?.state, "expired")
      assert.strictEqual((yield* rowOf(sandbox))?.numbers, 1)
      yield* pass("30 days")
      assert.strictEqual(yield* destroyDue, 1)
      assert.strictEqual((yield* rowOf(sandbox))?.numbers, 0)
      yield* pass("60 days")
      yield* anonymiseDue
      assert.isTrue((yield* rowOf(sandbox))?.erased)
      assert.deepStrictEqual(yield* rowOf(live), { state: "cancelled", erased: false, numbers: 1 })
    })
  )
})

/** No employer opens an embed here. */
const noLookups = Layer.mock(MatchLookups, {})

const withTimers = SessionTimers.pipe(
  Layer.provideMerge(EmbedSessions.layer.pipe(Layer.provide(AppOpenings.layer), Layer.provide(noLookups))),
  Layer.provideMerge(TestOnboarding.layer)
)

layer(withTimers, { excludeTestServices: true })("the timers of sessions", (it) => {
  it.effect("notice that five days have passed in the sandbox, without being called", () =>
    Effect.gen(function* () {
      const live = yield* aLiveSession("finished")
      const sandbox = yield* aSandboxSession("finished")
      assert.deepStrictEqual(yield* Effect.all([stateOf(sandbox), stateOf(live)]), [
        "pending_completion",
        "pending_completion"
      ])
      yield* pass("5 days")
      yield* stateOf(sandbox).pipe(Effect.repeat({ until: (state) => state === "completed" }))
      const { onboarding_session_super_selection } = yield* readSession(sandbox)
      assert.strictEqual(onboarding_session_super_selection.outcome, "complete_without_member_number")
      assert.strictEqual(yield* stateOf(live), "pending_completion")
    })
  )
})
