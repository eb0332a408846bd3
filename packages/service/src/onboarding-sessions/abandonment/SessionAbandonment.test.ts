import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import * as Deferred from "effect/Deferred"
import * as Schedule from "effect/Schedule"
import { at } from "../../../test/at.ts"
import { eventsOf, eventNames } from "../../../test/TestEvents.ts"
import { products } from "../../../test/TestFunds.ts"
import { issuesOf, issueStates } from "../../../test/TestIssues.ts"
import { TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { Employees } from "../../employee-api/Employees.ts"
import { SessionDeadlines } from "../deadlines/SessionDeadlines.ts"
import { selectionsRepo } from "../super-selection/SelectionsRepo.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import {
  sessionUnder,
  leave,
  read,
  selectionOf,
  requestedFor,
  banksia,
  stapled,
  known,
  NOW,
  LEFT,
  BEFORE,
  OVER
} from "../../../test/TestAbandonment.ts"
import { registered, settle } from "../../../test/outcomes.ts"
import { now } from "../../platform/time/timestamp.ts"
import { simulatedAtoRepo } from "../../ato/SimulatedAtoRepo.ts"
import { Stapling } from "../../stapling/Stapling.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { SessionAbandonment } from "./SessionAbandonment.ts"

layer(TestOnboarding.layer, { excludeTestServices: true })(
  "the fund that a session left for 14 days falls back on",
  (it) => {
    it.effect("falls back on the fund that the partner passed in, before the ATO is asked", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const employee_detail = { ...known, super_details: banksia("00 12") }
        const session = yield* sessionUnder("staple_then_default", { employee_detail, ato: stapled })
        const unnumbered = yield* sessionUnder("staple_then_default", {
          employee_detail: { ...known, super_details: banksia(undefined) }
        })
        yield* leave
        const supplied = {
          state: "expired",
          source: "partner_supplied",
          progress: "completed",
          usi: products.banksia.usi
        }
        assert.deepInclude(yield* selectionOf(session), { ...supplied, outcome: "complete", number: "00 12" })
        assert.deepInclude(yield* selectionOf(unnumbered), {
          ...supplied,
          outcome: "complete_without_member_number",
          number: null
        })
        assert.lengthOf(
          yield* sql`SELECT FROM stapling_requests WHERE session_id IN (${session.id}, ${unnumbered.id})`,
          0
        )
        const { data } = yield* (yield* Employees).get(session.productId, session.employeeId)
        assert.lengthOf(data.super_fund_details.super_fund_memberships, 1)
      }).pipe(at(NOW))
    )

    it.effect("falls back on the self-managed fund that the partner passed in", () =>
      Effect.gen(function* () {
        const smsf = {
          fund_abn: "53004085616",
          fund_name: "O'Connor Family Super",
          fund_electronic_service_address: "SMSFESA",
          bank_account_bsb: "062-000",
          bank_account_number: "12345678",
          bank_account_name: "O'Connor Family Super",
          member_name: "Niamh O'Connor"
        } as const
        const session = yield* sessionUnder("staple_then_default", {
          employee_detail: { super_details: { smsf } }
        })
        yield* leave
        const { onboarding_session_super_selection: selected } = yield* read(session)
        assert.strictEqual(selected.source, "partner_supplied")
        assert.strictEqual(selected.outcome, "complete")
        assert.strictEqual(selected.self_managed_super_fund?.fund_name as string, smsf.fund_name)
      }).pipe(at(NOW))
    )

    it.effect("falls back on the stapled fund, requested by one of two workers", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const session = yield* sessionUnder("staple_then_default", { ato: stapled })
        yield* Effect.all([leave, leave], { concurrency: 2 })
        assert.deepInclude(yield* selectionOf(session), {
          state: "expired",
          source: "stapled",
          outcome: "complete",
          usi: products.banksia.usi,
          number: "77012345"
        })
        assert.lengthOf(yield* eventsOf(session.id), 1)
        assert.lengthOf(yield* sql`SELECT FROM stapling_requests WHERE session_id = ${session.id}`, 1)
      }).pipe(at(NOW))
    )

    it.effect(
      "is registered with the employer's default fund where the ATO knows of no other; a webhook about the employee reports the number [R-6-28]",
      () =>
        Effect.gen(function* () {
          const outcomes = yield* SessionOutcomes
          const session = yield* sessionUnder("staple_then_default")
          yield* Effect.all([leave, leave], { concurrency: 2 })
          const chosen = { state: "expired", source: "employer_default", usi: products.acacia.usi }
          assert.deepInclude(yield* selectionOf(session), {
            ...chosen,
            progress: "registering",
            number: null
          })
          assert.strictEqual(yield* requestedFor(session), 1)
          const profile = Option.getOrThrow(yield* outcomes.memberProfile(session.id))
          assert.deepInclude(profile as object, {
            first_name: "Niamh",
            locality: "Melbourne",
            email: "niamh@example.com"
          })
          assert.property(profile, "tfn")
          assert.lengthOf(yield* eventsOf(session.employeeId), 0)

          const member_number = "0012345678" as S.MemberNumber
          yield* settle(session, registered(member_number)).pipe(at(LEFT))
          assert.deepInclude(yield* selectionOf(session), {
            ...chosen,
            progress: "completed",
            outcome: "complete",
            number: member_number
          })
          assert.lengthOf(yield* eventsOf(session.id), 1)
          const [reported, ...others] = yield* eventsOf(session.employeeId)
          assert.lengthOf(others, 0)
          assert.deepInclude(reported?.payload, { event: "employee_changed", id: session.employeeId })
          const { data } = yield* (yield* Employees).get(session.productId, session.employeeId)
          const [current] = data.super_fund_details.super_fund_memberships
          assert.deepInclude(current, { member_number, onboarding_session_id: session.id })
        }).pipe(at(NOW))
    )

    it.effect("still waits where its registration is tried again after the five days", () =>
      Effect.gen(function* () {
        const { completeUnanswered } = yield* SessionDeadlines
        const selections = yield* selectionsRepo
        const session = yield* sessionUnder("staple_then_default")
        yield* leave
        yield* completeUnanswered.pipe(at("2026-12-10T00:00:00Z"))
        // The selection as `retry-registration` leaves it.
        const selection = (yield* selections.ofSessions([session.id])).get(session.id)
        if (selection === undefined) return assert.fail("no selection")
        yield* selections.put({ ...selection, progress_state: "registering", settled_at: null })
        yield* completeUnanswered.pipe(at("2026-12-11T00:00:00Z"))
        assert.strictEqual((yield* selectionOf(session)).progress, "registering")
      }).pipe(at(NOW))
    )

    it.effect("gets no number where that fund hasn't answered in five days: the employer has to act", () =>
      Effect.gen(function* () {
        const { completeUnanswered } = yield* SessionDeadlines
        const session = yield* sessionUnder("staple_then_default")
        yield* leave
        yield* completeUnanswered.pipe(at("2026-12-09T23:59:59Z"))
        assert.strictEqual((yield* selectionOf(session)).progress, "registering")
        yield* completeUnanswered.pipe(at("2026-12-10T00:00:00Z"))
        assert.deepInclude(yield* selectionOf(session), {
          state: "expired",
          outcome: "complete_without_member_number"
        })
        assert.deepStrictEqual(yield* issueStates(session.employerId), ["member_registration_failed open"])
        assert.lengthOf(yield* eventsOf(session.id), 1)
      }).pipe(at(NOW))
    )

    it.effect(
      "names the default fund without a number where a field that the fund requires wasn't supplied",
      () =>
        Effect.gen(function* () {
          const session = yield* sessionUnder("staple_then_default", {
            employee_detail: { identity: known.identity }
          })
          yield* leave
          assert.deepInclude(yield* selectionOf(session), {
            source: "employer_default",
            outcome: "complete_without_member_number",
            progress: "completed",
            usi: products.acacia.usi
          })
          assert.strictEqual(yield* requestedFor(session), 0)
          assert.lengthOf(yield* issuesOf(session.employerId), 0)
        }).pipe(at(NOW))
    )

    it.effect(
      "names no fund without an answer of the ATO: it found no employee, isn't connected, or doesn't answer",
      () =>
        Effect.gen(function* () {
          for (const ato of [
            { outcome: "unmatched" },
            { outcome: "unavailable" },
            { access: false },
            "not connected"
          ] as const) {
            const session = yield* sessionUnder("staple_then_default", { ato })
            yield* walkTo(session, "review")
            yield* leave
            assert.deepInclude(yield* selectionOf(session), {
              state: "expired",
              source: null,
              outcome: "complete_without_member_number",
              usi: null
            })
            const kinds = (yield* issuesOf(session.employerId)).map(({ kind }) => kind)
            assert.notInclude(kinds, "undefaulted_abandonment")
          }
        }).pipe(at(NOW))
    )

    it.effect("opens one undefaulted_abandonment issue where the employer has no default fund", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const session = yield* sessionUnder("staple_then_default")
        yield* sql`UPDATE employer_default_funds SET ended_at = now() WHERE employer_id = ${session.employerId}`
        yield* Effect.all([leave, leave], { concurrency: 2 })
        const issues = yield* issuesOf(session.employerId)
        assert.lengthOf(issues, 1)
        assert.deepInclude(issues[0], {
          kind: "undefaulted_abandonment",
          status: "open",
          employee_id: session.employeeId,
          session_id: session.id
        })
        assert.deepInclude(yield* selectionOf(session), {
          state: "expired",
          source: null,
          outcome: "complete_without_member_number"
        })
      }).pipe(at(NOW))
    )
  }
)

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
