import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { anAuthority } from "../../../test/funds/certificates.ts"
import { fundServer, MEMBER } from "../../../test/funds/fundServer.ts"
import { aFund, KEY } from "../../../test/funds/TestFundCalls.ts"
import {
  aRegistration,
  aReview,
  confirm,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { at } from "../../../test/at.ts"
import { passTime } from "../../../test/passTime.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import { OnboardingSteps } from "../../onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { SessionDeadlines } from "../../onboarding-sessions/deadlines/SessionDeadlines.ts"
import type { FaultPointName } from "../../platform/jobs/FaultPoint.ts"
import { FundLinks } from "../FundLinks.ts"
import { ParkedRegistrations } from "./ParkedRegistrations.ts"

/** Ends the first worker that comes to this moment, as kill -9 would: nothing that follows happens. */
const killedOnceAt = Effect.fnUntraced(function* (moment: FaultPointName) {
  const killed = yield* Deferred.make<void>()
  const faultPoint = (name: FaultPointName) =>
    name !== moment
      ? Effect.void
      : Effect.flatMap(Deferred.succeed(killed, undefined), (isFirst) =>
          isFirst ? Effect.die("killed") : Effect.void
        )
  yield* startWorker(faultPoint)
  yield* Deferred.await(killed)
}, Effect.scoped)

/** Fails until the ledger has the registration in this state. */
const stateOf = Effect.fnUntraced(function* (session: Parameters<typeof registrationOf>[0], state: string) {
  const registration = yield* registrationOf(session)
  if (registration.state !== state) return yield* Effect.fail(registration.state)
})

/** By then the lease of a process that died is over. */
const leaseOver = passTime("13 seconds")

layer(TestRegistering.layer, { excludeTestServices: true })("registering a member", (it) => {
  it.effect(
    "an employee who picks a fund is registered with it, and the number is passed on to the partner [R-1-14, R-1-16, R-2.4-3]",
    () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url)
        const worker = yield* startWorker()
        yield* worker.untilIdle
        const [call = assert.fail("the fund was not called")] = server.calls
        assert.deepStrictEqual(call.body, {
          tfn: "123456782",
          first_name: "Niamh",
          family_name: "O'Connor",
          date_of_birth: "1990-05-17",
          email: "niamh@example.com",
          phone_number: "+61491570006",
          address_line_1: "12 Banksia Street",
          locality: "Craigieburn",
          postcode: "3064",
          state: "VIC"
        })
        const registration = yield* registrationOf(session)
        assert.deepInclude(registration, { state: "registered", attempts: 1, parked: false })
        assert.strictEqual(call.headers["idempotency-key"], registration.id)
        const seen = yield* sessionOf(session)
        assert.strictEqual(seen.data_delivery_state, "completed")
        const { outcome, select_super_fund_product } = seen.onboarding_session_super_selection
        assert.strictEqual(outcome, "complete")
        assert.strictEqual(String(select_super_fund_product?.member_number), "0012345678")
        const events = (yield* eventsOf(session.id)).map(({ event }) => event)
        assert.deepStrictEqual(
          events.filter((event) => event === "onboarding_session_completed"),
          events.slice(-1)
        )
      })
  )

  it.effect(
    "who is a member already is answered 200, and sees what else the fund returned [R-2.4-4, R-2.4-5]",
    () =>
      Effect.gen(function* () {
        const body = { member_details: { member_number: "BAN-204817", product_name: "Banksia MySuper" } }
        const server = yield* fundServer(() => ({ status: 200, body }))
        const { session } = yield* aRegistration(server.url)
        yield* (yield* startWorker()).untilIdle
        const view = yield* (yield* OnboardingSteps).view(session.productId, session.id)
        assert.deepStrictEqual<unknown>(
          [view.collected.super_selection?.member_number, view.collected.super_selection?.fund_details],
          ["BAN-204817", [{ label: "Product name", value: "Banksia MySuper" }]]
        )
      })
  )

  it.effect("nothing is asked of a fund until the employee has confirmed, and once then", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const fund = yield* aFund(server.url)
      const session = yield* aReview(fund)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      assert.lengthOf(server.calls, 0)
      yield* Effect.all([confirm(session), confirm(session)], { concurrency: "unbounded" })
      yield* worker.untilIdle
      yield* confirm(session)
      yield* worker.look(session)
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect("of many workers one registers each member", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const fund = yield* aFund(server.url)
      const sessions = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => aReview(fund))
      const workers = yield* Effect.forEach([1, 2, 3], () => startWorker())
      yield* Effect.forEach(sessions, confirm, { concurrency: "unbounded" })
      // Whoever finishes the last one sees that nothing is left.
      yield* Effect.raceAll(workers.map(({ untilIdle }) => untilIdle))
      assert.lengthOf(server.calls, 6)
      assert.strictEqual(new Set(server.calls.map(({ headers }) => headers["idempotency-key"])).size, 6)
    })
  )

  for (const moment of ["after_claim", "before_ledger_write"] as const) {
    it.effect(`killed at ${moment}: called again with the same key where the fund honours it`, () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
        yield* killedOnceAt(moment)
        const worker = yield* startWorker()
        yield* leaseOver
        yield* worker.look(session)
        yield* passTime("2 seconds")
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), { state: "registered", attempts: 2 })
        assert.lengthOf(server.calls, moment === "after_claim" ? 1 : 2)
        assert.strictEqual(new Set(server.calls.map(({ headers }) => headers["idempotency-key"])).size, 1)
      })
    )

    it.effect(`killed at ${moment}: parked where the fund ignores the key, and never called twice`, () =>
      Effect.gen(function* () {
        const server = yield* fundServer()
        const { session } = yield* aRegistration(server.url)
        yield* killedOnceAt(moment)
        const worker = yield* startWorker()
        yield* leaseOver
        yield* worker.look(session)
        assert.deepInclude(yield* registrationOf(session), {
          state: "waiting",
          because: "unknown",
          parked: true
        })
        yield* passTime("2 days")
        yield* worker.look(session)
        assert.isAtMost(server.calls.length, 1)
        const parked = yield* (yield* ParkedRegistrations).list({ parked: true, limit: 50 })
        assert.deepInclude(
          parked.find(({ session_id }) => session_id === session.id),
          {
            because: "unknown",
            due_at: null,
            words: "The process that made the call ended before its answer was written down."
          }
        )
      })
    )
  }

  /** A worker whose process stands still with an answer in hand, for longer than its lease. */
  const stuck = Effect.gen(function* () {
    const answered = yield* Deferred.make<void>()
    const goOn = yield* Deferred.make<void>()
    const standStill = (name: FaultPointName) =>
      name === "before_ledger_write"
        ? Effect.andThen(Deferred.succeed(answered, undefined), Deferred.await(goOn))
        : Effect.void
    yield* startWorker(standStill, 1)
    yield* Effect.addFinalizer(() => Deferred.succeed(goOn, undefined))
    yield* Deferred.await(answered)
    yield* leaseOver
    return Deferred.succeed(goOn, undefined)
  })

  it.effect("an answer that comes after its registration was parked is taken", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const { session } = yield* aRegistration(server.url)
      const goOn = yield* stuck
      const worker = yield* startWorker()
      yield* worker.look(session)
      assert.deepInclude(yield* registrationOf(session), { because: "unknown", parked: true })
      yield* goOn
      yield* Effect.retry(stateOf(session, "registered"), Schedule.spaced("20 millis"))
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect("an answer that comes after the fund was called again counts for nothing", () =>
    Effect.gen(function* () {
      const server = yield* fundServer((_, nth) => (nth === 1 ? 400 : { status: 201, body: MEMBER }))
      const { session } = yield* aRegistration(server.url, { idempotency: "honoured" })
      const goOn = yield* stuck
      const worker = yield* startWorker()
      yield* worker.look(session)
      yield* passTime("1 second")
      yield* worker.look(session)
      const before = yield* registrationOf(session)
      assert.deepInclude(before, { state: "registered", attempts: 2 })
      yield* goOn
      yield* worker.look(session)
      assert.deepInclude(yield* registrationOf(session), { state: "registered", because: "accepted" })
      assert.strictEqual((yield* sessionOf(session)).onboarding_session_super_selection.outcome, "complete")
    })
  )

  it.effect("a worker that is asked to end finishes its call, and another one repeats nothing", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const { session } = yield* aRegistration(server.url)
      const answered = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      yield* startWorker((name) =>
        name === "before_ledger_write"
          ? Effect.andThen(Deferred.succeed(answered, undefined), Deferred.await(goOn))
          : Effect.void
      ).pipe(Scope.provide(scope))
      yield* Deferred.await(answered)
      const ending = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(ending)
      assert.deepInclude(yield* registrationOf(session), { state: "registered", attempts: 1 })
      yield* (yield* startWorker()).look(session)
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect("a parked registration is released by an operator, and then goes on with all its retries", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const parked = yield* ParkedRegistrations
      const server = yield* fundServer((_, nth) =>
        nth === 1 ? "reset" : nth < 5 ? 500 : { status: 201, body: MEMBER }
      )
      const { session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      const { id } = yield* registrationOf(session)
      yield* parked.release(id)
      for (const seconds of [1, 4, 16]) {
        yield* worker.untilIdle
        assert.include((yield* Effect.flip(parked.release(id))).problem, "The registration goes on by itself")
        yield* passTime(`${seconds} seconds`)
      }
      yield* worker.untilIdle
      assert.deepInclude(yield* registrationOf(session), { state: "registered", attempts: 5 })
      assert.include((yield* Effect.flip(parked.release(id))).problem, "it is registered")
      assert.include(
        (yield* Effect.flip(parked.release("17"))).problem,
        "no member registration with the id 17"
      )
      const rows = yield* sql`SELECT actor_kind FROM audit_log WHERE action = 'member_registration.release'
        AND entity_id = ${id}`
      assert.deepStrictEqual(rows, [{ actor_kind: "operator" }])
    })
  )

  it.effect("a registration that waits for credentials can't be released", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => 401)
      const { fund, session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      const { id } = yield* registrationOf(session)
      const refused = yield* Effect.flip((yield* ParkedRegistrations).release(id))
      assert.include(refused.remedy, `admin fund credentials --fund ${fund.slug}`)
    })
  )

  it.effect("after five days the session completes without a number; one that arrives later is kept", () =>
    Effect.gen(function* () {
      const server = yield* fundServer((_, nth) => (nth === 1 ? "reset" : { status: 201, body: MEMBER }))
      const { session } = yield* aRegistration(server.url)
      const worker = yield* startWorker()
      yield* worker.untilIdle
      const inFiveDays = new Date(Date.now() + 5 * 86_400_000 + 1000).toISOString()
      yield* (yield* SessionDeadlines).completeUnanswered.pipe(at(inFiveDays))
      const outcome = Effect.map(
        sessionOf(session),
        ({ data_delivery_state, onboarding_session_super_selection }) => [
          data_delivery_state as string,
          onboarding_session_super_selection.outcome as string,
          onboarding_session_super_selection.select_super_fund_product?.member_number ?? null
        ]
      )
      assert.deepStrictEqual(yield* outcome, ["completed", "complete_without_member_number", null])
      const issue = Effect.map(issuesOf(session.employerId), (issues) =>
        issues.map(({ kind, status }) => `${kind} ${status}`)
      )
      assert.deepStrictEqual(yield* issue, ["member_registration_failed open"])
      const events = (yield* eventsOf(session.id)).length
      yield* (yield* ParkedRegistrations).release((yield* registrationOf(session)).id)
      yield* worker.untilIdle
      assert.deepStrictEqual<unknown>(yield* outcome, ["completed", "complete", "0012345678"])
      assert.deepStrictEqual(yield* issue, ["member_registration_failed resolved"])
      assert.lengthOf(yield* eventsOf(session.id), events)
    })
  )

  it.effect("a fund that is no longer linked isn't called, until it is again", () =>
    Effect.gen(function* () {
      const server = yield* fundServer()
      const { fund, session } = yield* aRegistration(server.url)
      const links = yield* FundLinks
      yield* links.unlink(fund.slug, session.productId)
      const worker = yield* startWorker()
      yield* worker.look(session)
      assert.lengthOf(server.calls, 0)
      yield* links.link(fund.slug, session.productId)
      yield* worker.untilIdle
      assert.lengthOf(server.calls, 1)
    })
  )

  it.effect(
    "a fund whose certificate isn't the pinned one gets nothing, and operators read why [R-5-8]",
    () =>
      Effect.gen(function* () {
        const authority = yield* anAuthority("Fund")
        const another = yield* anAuthority("Another")
        const server = yield* fundServer(undefined, yield* authority.issue())
        const { session } = yield* aRegistration(server.url, { ca_certificate: another.pem })
        yield* (yield* startWorker()).untilIdle
        assert.lengthOf(server.calls, 0)
        const [listed] = yield* (yield* ParkedRegistrations).list({ parked: false, limit: 1 })
        assert.deepInclude(listed, {
          session_id: session.id,
          because: "not_sent",
          words:
            "The fund's certificate was not issued by the authority that its profile names in ca_certificate. Serve one that was, or have the profile name the new authority beside the old one."
        })
      })
  )

  it.effect(
    "nothing of the person or the fund's secret stands in the ledger, the queue or the audit log",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tables = [
          "member_registrations",
          "member_registration_attempts",
          "effect_queue",
          "audit_log",
          "funds"
        ]
        const person = [
          "123456782",
          "Niamh",
          "O'Connor",
          "1990-05-17",
          "niamh@",
          "491570006",
          "Banksia Street",
          KEY
        ]
        for (const table of tables) {
          const rows = yield* sql<{ row: string }>`SELECT t::text AS row FROM ${sql(table)} t`
          assert.isNotEmpty(rows)
          for (const value of person)
            assert.isFalse(
              rows.some(({ row }) => row.includes(value)),
              `${value} in ${table}`
            )
        }
        const opened =
          yield* sql`SELECT DISTINCT actor_kind, detail FROM audit_log WHERE action = 'tax_file_number.decrypt'`
        assert.deepStrictEqual(opened, [{ actor_kind: "system", detail: { purpose: "member_registration" } }])
      })
  )

  it.effect("a session that can't be read is set aside, and keeps nobody else from being registered", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const server = yield* fundServer()
      const { fund, session } = yield* aRegistration(server.url)
      const other = yield* aReview(fund)
      yield* confirm(other)
      yield* sql`UPDATE onboarding_sessions SET details = '\\x00' WHERE id = ${session.id}`
      const worker = yield* startWorker()
      yield* worker.untilIdle
      assert.deepInclude(yield* registrationOf(session), { because: "fault", parked: true, attempts: 0 })
      assert.deepInclude(yield* registrationOf(other), { state: "registered" })
      assert.lengthOf(server.calls, 1)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )
})
