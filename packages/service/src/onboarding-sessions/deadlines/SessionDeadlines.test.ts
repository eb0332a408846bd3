import { assert, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import {
  aSession,
  creation,
  identity,
  type Session,
  TestOnboarding,
  walkTo
} from "../../../test/TestOnboarding.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { SessionEndings } from "../SessionEndings.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { SessionDeadlines } from "./SessionDeadlines.ts"
import { readSession, stateOf } from "../../../test/outcomes.ts"
import { AppOpenings } from "../../ports.ts"
import { MatchLookups } from "../../default-activate/MatchLookups.ts"
import { EmbedSessions } from "../../embed-sessions/EmbedSessions.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { SessionAbandonment } from "../abandonment/SessionAbandonment.ts"
import { SessionTimers } from "../services.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"

const NOW = "2026-11-21T00:00:00Z"
const BEFORE = "2026-12-20T23:59:59Z"
const OVER = "2026-12-21T00:00:00Z"

/** Makes a session's details unreadable, as a damaged disk or a lost key would. */
const spoil = ({ id }: Session) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE onboarding_sessions SET details = '\\x00'::bytea WHERE id = ${id}`
  )

layer(TestOnboarding.layer, { excludeTestServices: true })("a session that isn't confirmed", (it) => {
  it.effect("expires after 30 days; its last webhook says so", () =>
    Effect.gen(function* () {
      const { expireOverdue } = yield* SessionDeadlines
      const session = yield* aSession()
      yield* walkTo(session, "tax")
      yield* expireOverdue.pipe(at(BEFORE))
      assert.strictEqual(yield* stateOf(session), "collect_tax")
      const before = (yield* eventsOf(session.id)).length
      yield* expireOverdue.pipe(at(OVER))
      yield* expireOverdue.pipe(at("2026-12-22T00:00:00Z"))
      assert.strictEqual(yield* stateOf(session), "expired")
      const events = yield* eventsOf(session.id)
      assert.lengthOf(events, before + 1)
      assert.strictEqual(events.at(-1)?.event, "onboarding_session_changed")
    }).pipe(at(NOW))
  )

  it.effect("reads as expired from that moment on, before any timer has run", () =>
    Effect.gen(function* () {
      const sessions = yield* OnboardingSessions
      const steps = yield* OnboardingSteps
      const session = yield* aSession()
      yield* walkTo(session, "contact")
      const listed = (data_delivery_state: "expired" | "collect_contact") =>
        Effect.map(
          sessions.list(session.productId, {
            after: undefined,
            limit: 25,
            employer_id: undefined,
            employee_id: undefined,
            data_delivery_state,
            progress_state: undefined
          }),
          ({ items }) => items.map(({ id }) => id)
        )
      assert.strictEqual(yield* stateOf(session).pipe(at(BEFORE)), "collect_contact")
      assert.deepStrictEqual(yield* listed("collect_contact").pipe(at(BEFORE)), [session.id])

      const over = yield* readSession(session).pipe(at(OVER))
      assert.strictEqual(over.data_delivery_state, "expired")
      assert.strictEqual(over.current_step, "finished")
      assert.isTrue(over.progression.is_abandoned)
      assert.deepStrictEqual(yield* listed("expired").pipe(at(OVER)), [session.id])
      assert.deepStrictEqual(yield* listed("collect_contact").pipe(at(OVER)), [])
      const view = yield* steps.view(session.productId, session.id).pipe(at(OVER))
      assert.strictEqual(view.state, "expired")
      assert.isTrue(view.steps.every(({ can_be_saved }) => !can_be_saved))
      const late = yield* Effect.flip(steps.saveIdentity(session.productId, session.id, identity())).pipe(
        at(OVER)
      )
      assert.deepInclude(late, { code: "onboarding_closed", state: "expired" })
      const cancelled = yield* Effect.flip(
        (yield* SessionEndings).cancel(session.productId, session.id)
      ).pipe(at(OVER))
      assert.deepInclude(cancelled, { code: "session_not_cancellable", state: "expired" })
      yield* steps.opened(session.productId, session.id).pipe(at(OVER))
      assert.lengthOf(yield* eventsOf(session.id), 2)
    }).pipe(at(NOW))
  )

  it.effect("gives way to a new session as expired, not as cancelled", () =>
    Effect.gen(function* () {
      const first = yield* aSession()
      yield* (yield* OnboardingSessions)
        .create(first.productId, creation(first, { remote_id: "session-2" }))
        .pipe(at(OVER))
      const data = yield* readSession(first)
      assert.strictEqual(data.data_delivery_state, "expired")
      assert.isNull(data.superseded_by)
      assert.lengthOf(yield* eventsOf(first.id), 1)
    }).pipe(at(NOW))
  )

  it.effect(
    "is still a session for two weeks of silence; then it counts as abandoned until the employee returns",
    () =>
      Effect.gen(function* () {
        const steps = yield* OnboardingSteps
        const session = yield* aSession()
        yield* walkTo(session, "contact")
        const abandoned = Effect.map(readSession(session), ({ progression }) => progression.is_abandoned)
        assert.isFalse(yield* abandoned.pipe(at("2026-12-04T23:59:59Z")))
        assert.isTrue(yield* abandoned.pipe(at("2026-12-05T00:00:00Z")))
        const before = (yield* eventsOf(session.id)).length
        yield* steps.opened(session.productId, session.id).pipe(at("2026-12-06T00:00:00Z"))
        const back = yield* readSession(session).pipe(at("2026-12-06T00:00:00Z"))
        assert.isFalse(back.progression.is_abandoned)
        assert.strictEqual(back.last_activity_at as string, "2026-12-06T00:00:00.000Z")
        assert.strictEqual(back.data_delivery_state, "collect_contact")
        assert.lengthOf(yield* eventsOf(session.id), before)
      }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("a session that waits for its fund", (it) => {
  it.effect("is completed without a member number when the fund hasn't answered in five days", () =>
    Effect.gen(function* () {
      const { completeUnanswered } = yield* SessionDeadlines
      const session = yield* aSession()
      yield* walkTo(session, "finished")
      yield* completeUnanswered.pipe(at("2026-11-25T23:59:59Z"))
      assert.strictEqual(yield* stateOf(session), "pending_completion")
      yield* completeUnanswered.pipe(at("2026-11-26T00:00:00Z"))
      const data = yield* readSession(session)
      assert.strictEqual(data.data_delivery_state, "completed")
      assert.strictEqual(data.onboarding_session_super_selection.outcome, "complete_without_member_number")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, { excludeTestServices: true })("a session that can't be handled", (it) => {
  it.effect("is ended all the same where nothing personal has to be read", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* spoil(session)
      yield* (yield* SessionDeadlines).expireOverdue.pipe(at(OVER))
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT state FROM onboarding_sessions WHERE id = ${session.id}`
      assert.deepStrictEqual(row, { state: "expired" })
      assert.lengthOf(yield* eventsOf(session.id), 1)
    }).pipe(at(NOW))
  )

  it.effect("stops no other, and is logged without what it holds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { completeUnanswered } = yield* SessionDeadlines
      const poisoned = yield* aSession()
      yield* walkTo(poisoned, "finished")
      yield* sql`UPDATE super_selections SET membership = '\\x00'::bytea WHERE session_id = ${poisoned.id}`
      const healthy = yield* aSession()
      yield* walkTo(healthy, "finished")

      const logged: Array<string> = []
      const log = Logger.make<unknown, void>(({ cause, message }) => {
        logged.push(`${String(message)} ${Cause.pretty(cause)}`)
      })
      const sweep = completeUnanswered.pipe(Effect.provide(Logger.layer([log])))
      const due = "2026-11-26T00:00:00Z"
      assert.strictEqual(yield* sweep.pipe(at(due)), 1)
      assert.strictEqual(yield* stateOf(healthy), "completed")
      assert.lengthOf(logged, 1)
      assert.include(logged[0], "A due row can't be processed")
      assert.notInclude(logged[0], "Niamh")

      yield* sql`UPDATE super_selections SET membership = NULL WHERE session_id = ${poisoned.id}`
      assert.strictEqual(yield* sweep.pipe(at(due)), 1)
      assert.strictEqual(yield* stateOf(poisoned), "completed")
    }).pipe(at(NOW))
  )
})

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
