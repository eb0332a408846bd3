import type { OnboardingSessionCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { products } from "../../../test/TestFunds.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import { anEmployer, aSession, type Session, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { Requested } from "../../../test/TestRegistrations.ts"
import { Employees } from "../../employee-api/Employees.ts"
import { employersRepo } from "../../employers/EmployersRepo.ts"
import { settingsChanges } from "../../employers/settingsChanges.ts"
import { now } from "../../platform/time/timestamp.ts"
import { type SimulatedAtoEmployer, simulatedAtoRepo } from "../../ato/SimulatedAtoRepo.ts"
import { Stapling } from "../../stapling/Stapling.ts"
import type { StapledFund } from "../../ato/AtoAdapter.ts"
import { SessionDeadlines } from "../deadlines/SessionDeadlines.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { selectionsRepo } from "../super-selection/SelectionsRepo.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { SessionAbandonment } from "./SessionAbandonment.ts"
import { RegistrationOutcome } from "../outcomeRules.ts"

const NOW = "2026-11-21T00:00:00Z"
const BEFORE = "2026-12-04T23:59:59Z"
const LEFT = "2026-12-05T00:00:00Z"
const OVER = "2026-12-21T00:00:00Z"

/** A prefill with every field that a fund requires. */
const known = {
  identity: { given_name: "Niamh", family_name: "O'Connor", date_of_birth: "1990-05-17" },
  address: { address_line_1: "1 Spring Street", locality: "Melbourne", postcode: "3000", state: "VIC" },
  tax_detail: { tfn: "123 456 782" }
} as const

type Creation = Partial<typeof OnboardingSessionCreation.Encoded>

/** A session of a product with this policy, whose employer has connected stapling. */
const sessionUnder = Effect.fnUntraced(function* (
  policy: S.AbandonmentPolicy,
  { ato, ...change }: Creation & { readonly ato?: Partial<SimulatedAtoEmployer> | "not connected" } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const session = yield* aSession({ employee_detail: known, ...change }, yield* anEmployer())
  yield* sql`UPDATE products SET abandonment_policy = ${policy} WHERE id = ${session.productId}`
  if (ato === "not connected") return session
  const changes = yield* settingsChanges
  const employer = yield* Effect.fromOption(
    yield* (yield* employersRepo).find(session.productId, session.employerId)
  )
  yield* sql.withTransaction(
    Effect.flatMap(now, (moment) =>
      changes.apply(employer, { stapling_status: "connected", accepted_stapling_statement: true }, moment)
    )
  )
  yield* (yield* simulatedAtoRepo).put(
    {
      product_id: session.productId,
      employer_id: session.employerId,
      access: true,
      outcome: "none",
      fund: null,
      ...ato
    },
    yield* now
  )
  return session
})

const leave = Effect.flatMap(SessionAbandonment, ({ endAbandoned }) => endAbandoned).pipe(at(LEFT))

const read = ({ productId, id }: Session) =>
  Effect.flatMap(OnboardingSessions, (sessions) =>
    Effect.map(sessions.get(productId, id), ({ data }) => data)
  ).pipe(at(LEFT))

interface Selected {
  readonly state: string
  readonly source: string | null
  readonly outcome: string
  readonly progress: string | null
  readonly usi: string | null
  readonly number: string | null
}

const selectionOf = (session: Session) =>
  Effect.map(
    read(session),
    ({ data_delivery_state, onboarding_session_super_selection: selected }): Selected => ({
      state: data_delivery_state,
      source: selected.source,
      outcome: selected.outcome,
      progress: selected.progress_state,
      usi: selected.select_super_fund_product?.super_fund_product.usi ?? null,
      number: selected.select_super_fund_product?.member_number ?? null
    })
  )

const requestedFor = ({ id }: Session) =>
  Effect.flatMap(Requested, (requested) =>
    Effect.map(
      Ref.get(requested),
      (all) => all.filter((call) => call.operation === "member_registration" && call.sessionId === id).length
    )
  )

const banksia = (member_number: string | undefined) => ({
  super_funds: [{ usi: products.banksia.usi, ...(member_number === undefined ? {} : { member_number }) }]
})

const stapled = {
  outcome: "stapled_fund",
  fund: {
    fund_abn: products.banksia.abn,
    fund_name: products.banksia.fund_name,
    usi: products.banksia.usi,
    member_number: "77012345"
  } as StapledFund
} as const

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
      const events = yield* eventsOf(session.id)
      assert.deepStrictEqual(
        events.map(({ event }) => event),
        ["onboarding_session_changed", "onboarding_session_changed", "onboarding_session_changed"]
      )
    }).pipe(at(NOW))
  )

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
      assert.deepInclude(yield* selectionOf(session), { ...supplied, outcome: "complete", number: "0012" })
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

  it.effect("falls back on the stapled fund, asked for by one of two workers", () =>
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
    "is registered with the employer's default fund where the ATO knows of no other; the number that arrives is told by the employee [R-6-28]",
    () =>
      Effect.gen(function* () {
        const outcomes = yield* SessionOutcomes
        const session = yield* sessionUnder("staple_then_default")
        yield* Effect.all([leave, leave], { concurrency: 2 })
        const chosen = { state: "expired", source: "employer_default", usi: products.acacia.usi }
        assert.deepInclude(yield* selectionOf(session), { ...chosen, progress: "registering", number: null })
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
        const membership = { member_number, account_number: null, fund_details: [] }
        yield* outcomes
          .registrationSettled(session.id, RegistrationOutcome.Registered({ membership }))
          .pipe(at(LEFT))
        assert.deepInclude(yield* selectionOf(session), {
          ...chosen,
          progress: "completed",
          outcome: "complete",
          number: member_number
        })
        assert.lengthOf(yield* eventsOf(session.id), 1)
        const [told, ...others] = yield* eventsOf(session.employeeId)
        assert.lengthOf(others, 0)
        assert.deepInclude(told?.payload, { event: "employee_changed", id: session.employeeId })
        const { data } = yield* (yield* Employees).get(session.productId, session.employeeId)
        const [current] = data.super_fund_details.super_fund_memberships
        assert.deepInclude(current, { member_number, onboarding_session_id: session.id })
      }).pipe(at(NOW))
  )

  it.effect("goes on waiting where its registration is tried again after the five days", () =>
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
      const issues = yield* issuesOf(session.employerId)
      assert.deepStrictEqual(
        issues.map(({ kind }) => kind),
        ["member_registration_failed"]
      )
      assert.lengthOf(yield* eventsOf(session.id), 1)
    }).pipe(at(NOW))
  )

  it.effect("names the default fund without a number where nobody gave what that fund requires", () =>
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
    "names no fund where the ATO doesn't say: it found nobody, isn't connected, or doesn't answer",
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

  it.effect("that can't be read stops no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const spoilt = yield* sessionUnder("staple_then_default")
      yield* sql`UPDATE onboarding_sessions SET details = '\\x00'::bytea WHERE id = ${spoilt.id}`
      const session = yield* sessionUnder("staple_then_default")
      yield* leave
      assert.strictEqual((yield* selectionOf(session)).state, "expired")
      const [row] = yield* sql`SELECT state FROM onboarding_sessions WHERE id = ${spoilt.id}`
      assert.deepStrictEqual(row, { state: "initial" })
    }).pipe(at(NOW))
  )
})
