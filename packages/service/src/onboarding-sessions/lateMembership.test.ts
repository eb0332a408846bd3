import type * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { issuesOf } from "../../test/TestIssues.ts"
import { aSession, join, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { products } from "../../test/TestFunds.ts"
import { ChoiceForms } from "./choice-form/ChoiceForms.ts"
import { Confirmation } from "./employee-embed/Confirmation.ts"
import { SessionEndings } from "./ending/SessionEndings.ts"
import { Employees } from "../employee-api/Employees.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { sessionsRepo } from "./SessionsRepo.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { SESSION_STATES } from "./sessionStates.ts"
import { RegistrationOutcome, SETTLEMENTS, standingOf } from "./outcomeRules.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"

const NOW = "2026-11-21T00:00:00Z"
const LATER = "2026-11-27T00:00:00Z"

const registered = (member_number = "0012345678") =>
  RegistrationOutcome.Registered({
    membership: { member_number: member_number as S.MemberNumber, account_number: null, fund_details: [] }
  })
const without = RegistrationOutcome.WithoutMemberNumber()
const refused = RegistrationOutcome.Refused({ refusal: { reason: "age", refused_fields: [] } })

const settle = ({ id }: Session, outcome: RegistrationOutcome) =>
  Effect.flatMap(SessionOutcomes, (outcomes) => outcomes.registrationSettled(id, outcome))

/** Ends a session by an event of its table, as the abandonment policy or the expiry job does. */
const end = (session: Session, event: "abandoned" | "expired", moment: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* sessionsRepo
    const changes = yield* sessionChanges
    const abandoned = event === "abandoned" ? { abandoned_at: new Date(moment) } : {}
    yield* sql.withTransaction(
      Effect.flatMap(repo.lockHead(session.id), (head) =>
        head === undefined
          ? assert.fail("no session")
          : changes.apply(head, [event], abandoned, new Date(moment))
      )
    )
  })

/** The selection as `retry-registration` leaves it; the ledger entry is outside this test. */
const tryAgain = ({ id }: Session) =>
  Effect.gen(function* () {
    const selections = yield* selectionsRepo
    const selection = (yield* selections.ofSessions([id])).get(id)
    if (selection === undefined) return assert.fail("no selection")
    yield* selections.put({
      ...selection,
      progress_state: "registering",
      refusal: null,
      settled_at: null
    })
  })

/** Brings a session into each standing in which an outcome can find it. */
const STANDINGS = {
  "not confirmed": (session: Session) => walkTo(session, "review"),
  cancelled: (session: Session) =>
    Effect.andThen(
      walkTo(session, "review"),
      Effect.flatMap(SessionEndings, (endings) => endings.cancel(session.productId, session.id))
    ),
  "expired, which nobody confirmed": (session: Session) =>
    Effect.andThen(walkTo(session, "review"), end(session, "expired", NOW)),
  "pending_completion, which waits for its fund": (session: Session) => walkTo(session, "finished"),
  "pending_completion without a number, which waits for its choice form": (session: Session) =>
    Effect.andThen(walkTo(session, "confirmed"), settle(session, without)),
  "completed without a number": (session: Session) =>
    Effect.andThen(walkTo(session, "finished"), settle(session, without)),
  "completed without a number after five days": (session: Session) =>
    Effect.andThen(
      walkTo(session, "finished"),
      Effect.flatMap(SessionOutcomes, (outcomes) => outcomes.stopWaiting(session.id))
    ),
  "completed without a number, and tried again": (session: Session) =>
    Effect.gen(function* () {
      yield* walkTo(session, "finished")
      yield* settle(session, without)
      yield* tryAgain(session)
    }),
  "expired, which the policy registers": (session: Session) =>
    Effect.andThen(walkTo(session, "review"), end(session, "abandoned", NOW)),
  "expired without a number": (session: Session) =>
    Effect.gen(function* () {
      yield* walkTo(session, "review")
      yield* end(session, "abandoned", NOW)
      yield* settle(session, without)
    }),
  "completed with a number": (session: Session) =>
    Effect.andThen(walkTo(session, "finished"), settle(session, registered("999"))),
  "completed without a number, and erased": (session: Session) =>
    Effect.gen(function* () {
      yield* walkTo(session, "finished")
      yield* settle(session, without)
      yield* (yield* SessionEndings).erase(session.productId, session.id, {
        actor: { kind: "api_key" },
        requestId: undefined
      })
    })
}
type Standing = keyof typeof STANDINGS

interface Row {
  readonly standing: Standing
  readonly outcome: "a number" | "a refusal" | "no number"
  /** The result of `registrationSettled`. */
  readonly settlement: string
  /** The webhooks that the session and the employee send in addition to those before. */
  readonly sends: ReadonlyArray<string>
  /** The number that the session and the employee show afterwards. */
  readonly shows: string | null
}

const COMPLETED = "onboarding_session_completed"
const CHANGED = "onboarding_session_changed"
const LATE = "employee_changed"

const row = (
  standing: Standing,
  outcome: Row["outcome"],
  settlement: string,
  sends: ReadonlyArray<string>,
  shows: string | null
): Row => ({ standing, outcome, settlement, sends, shows })

/** Every standing with every outcome, written out instead of computed. */
const ROWS: ReadonlyArray<Row> = [
  row("not confirmed", "a number", "nothing", [], null),
  row("not confirmed", "no number", "nothing", [], null),
  row("not confirmed", "a refusal", "nothing", [], null),
  row("cancelled", "a number", "nothing", [], null),
  row("cancelled", "no number", "nothing", [], null),
  row("cancelled", "a refusal", "nothing", [], null),
  row("expired, which nobody confirmed", "a number", "nothing", [], null),
  row("expired, which nobody confirmed", "no number", "nothing", [], null),
  row("expired, which nobody confirmed", "a refusal", "nothing", [], null),
  row("pending_completion, which waits for its fund", "a number", "in_time", [COMPLETED], "0012345678"),
  row("pending_completion, which waits for its fund", "no number", "in_time", [COMPLETED], null),
  row("pending_completion, which waits for its fund", "a refusal", "in_time", [COMPLETED], null),
  row(
    "pending_completion without a number, which waits for its choice form",
    "a refusal",
    "in_time",
    [CHANGED],
    null
  ),
  row(
    "pending_completion without a number, which waits for its choice form",
    "a number",
    "in_time",
    [CHANGED],
    "0012345678"
  ),
  row(
    "pending_completion without a number, which waits for its choice form",
    "no number",
    "nothing",
    [],
    null
  ),
  row("completed without a number", "a number", "late", [LATE], "0012345678"),
  row("completed without a number", "no number", "nothing", [], null),
  row("completed without a number", "a refusal", "silent", [], null),
  row("completed without a number after five days", "a number", "late", [LATE], "0012345678"),
  row("completed without a number after five days", "no number", "nothing", [], null),
  row("completed without a number after five days", "a refusal", "silent", [], null),
  row("completed without a number, and tried again", "a number", "late", [LATE], "0012345678"),
  row("completed without a number, and tried again", "no number", "silent", [], null),
  row("completed without a number, and tried again", "a refusal", "silent", [], null),
  row("expired, which the policy registers", "a number", "late", [LATE], "0012345678"),
  row("expired, which the policy registers", "no number", "silent", [], null),
  row("expired, which the policy registers", "a refusal", "silent", [], null),
  row("expired without a number", "a number", "late", [LATE], "0012345678"),
  row("expired without a number", "no number", "nothing", [], null),
  row("expired without a number", "a refusal", "silent", [], null),
  row("completed with a number", "a number", "nothing", [], "999"),
  row("completed with a number", "no number", "nothing", [], "999"),
  row("completed with a number", "a refusal", "nothing", [], "999"),
  row("completed without a number, and erased", "a number", "nothing", [], null),
  row("completed without a number, and erased", "no number", "nothing", [], null),
  row("completed without a number, and erased", "a refusal", "nothing", [], null)
]

const sentFor = ({ employeeId, id }: Session) =>
  Effect.map(Effect.all([eventsOf(id), eventsOf(employeeId)]), (events) =>
    events.flat().map(({ event }) => event)
  )

/** The number that session and employee show, and the versions that callers compare. */
const shownOf = ({ employeeId, id, productId }: Session) =>
  Effect.gen(function* () {
    const session = yield* (yield* OnboardingSessions).get(productId, id)
    const employee = yield* (yield* Employees).get(productId, employeeId)
    const product = session.data.onboarding_session_super_selection.select_super_fund_product
    const memberships = employee.data.super_fund_details.super_fund_memberships
    return {
      bySession: (product?.member_number ?? null) as string | null,
      byEmployee: (memberships[0]?.member_number ?? null) as string | null,
      versions: [session.version, employee.version] as const
    }
  })

layer(TestOnboarding.layer, { excludeTestServices: true })(
  "a registration comes out, with its session",
  (it) => {
    const holds = ({ outcome, sends, settlement, shows, standing }: Row) =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* STANDINGS[standing](session)
        const before = { sent: yield* sentFor(session), shown: yield* shownOf(session) }
        const came = { "a number": registered(), "a refusal": refused, "no number": without }[outcome]
        const settled: unknown = yield* settle(session, came).pipe(at(LATER))
        assert.deepStrictEqual(yield* sentFor(session), [...before.sent, ...sends])
        assert.strictEqual(settled, settlement)
        const shown = yield* shownOf(session)
        assert.deepInclude(shown, { bySession: shows, byEmployee: shows })
        const [isChanged, isUnchanged] = [
          shown.versions.every((version, index) => version > (before.shown.versions[index] ?? 0)),
          shown.versions.every((version, index) => version === before.shown.versions[index])
        ]
        assert.deepStrictEqual([isChanged, isUnchanged], [settlement !== "nothing", settlement === "nothing"])
        // The ledger may report the same outcome again, after a crash.
        assert.strictEqual<unknown>(yield* settle(session, came).pipe(at(LATER)), "nothing")
        assert.deepStrictEqual(yield* sentFor(session), [...before.sent, ...sends])
      }).pipe(at(NOW))

    const rowsOf = (settlement: string, of = "") =>
      ROWS.filter((one) => one.settlement === settlement && one.standing.startsWith(of)).map(
        (one) => [`${one.standing}; the outcome is ${one.outcome}`, one] as const
      )

    it.effect.each(rowsOf("in_time"))("%s: the session's webhook reports it [R-6-27]", ([, one]) =>
      holds(one)
    )
    it.effect.each(rowsOf("late", "completed"))(
      "%s: a webhook about the employee reports it, and the session sends none [R-3-15, R-6-28]",
      ([, one]) => holds(one)
    )
    it.effect.each(rowsOf("late", "expired"))(
      "%s: a webhook about the employee reports it [R-6-28]",
      ([, one]) => holds(one)
    )
    it.effect.each(rowsOf("silent"))("%s: it is kept, and nothing is sent", ([, one]) => holds(one))
    it.effect.each(rowsOf("nothing"))("%s: nothing changes", ([, one]) => holds(one))
  }
)

describe("the table of settlements", () => {
  it("is the one that is written out here, row by row", () => {
    assert.deepStrictEqual(SETTLEMENTS, {
      waiting: { Registered: "in_time", Refused: "in_time", WithoutMemberNumber: "in_time" },
      waiting_without_number: { Registered: "in_time", Refused: "in_time", WithoutMemberNumber: "nothing" },
      ended_registering: { Registered: "late", Refused: "silent", WithoutMemberNumber: "silent" },
      ended_without_number: { Registered: "late", Refused: "silent", WithoutMemberNumber: "nothing" },
      has_number: { Registered: "nothing", Refused: "nothing", WithoutMemberNumber: "nothing" },
      not_registering: { Registered: "nothing", Refused: "nothing", WithoutMemberNumber: "nothing" },
      erased: { Registered: "nothing", Refused: "nothing", WithoutMemberNumber: "nothing" }
    })
  })

  const left = new Date(NOW)
  const chosen = { progress_state: null, membership: null }
  const registering = { progress_state: "registering" as const, membership: null }
  const inVain = { progress_state: "completed" as const, membership: null }
  const WHEREVER = ["not_registering", "not_registering", "not_registering"]
  it.each([
    ...SESSION_STATES.slice(0, SESSION_STATES.indexOf("pending_completion")).map(
      (state) => [state, null, WHEREVER] as const
    ),
    ["pending_completion", null, ["waiting", "waiting", "waiting_without_number"]],
    ["completed", null, ["ended_registering", "ended_registering", "ended_without_number"]],
    ["cancelled", null, WHEREVER],
    ["expired", null, WHEREVER],
    ["expired", left, ["ended_registering", "ended_registering", "ended_without_number"]]
  ] as const)("a session in %s, abandoned at %s, stands at %s", (state, abandoned_at, want) => {
    const session = { state, abandoned_at, erased_at: null }
    assert.deepStrictEqual<unknown>(
      [chosen, registering, inVain].map((selection) => standingOf(session, selection)),
      want
    )
    assert.strictEqual(standingOf({ ...session, erased_at: left }, inVain), "erased")
    assert.strictEqual(standingOf(session, undefined), "not_registering")
  })
})

layer(TestOnboarding.layer, { excludeTestServices: true })("a late membership", (it) => {
  const late = Effect.gen(function* () {
    const session = yield* aSession()
    yield* walkTo(session, "finished")
    yield* settle(session, without)
    return session
  })

  it.effect("names the employee, in the partner's system too, and where to fetch it [R-6-28]", () =>
    Effect.gen(function* () {
      const session = yield* late
      yield* settle(session, registered()).pipe(at(LATER))
      const [event, ...others] = yield* eventsOf(session.employeeId)
      assert.lengthOf(others, 0)
      const { version } = yield* (yield* Employees).get(session.productId, session.employeeId)
      assert.strictEqual(event?.seq, version)
      assert.deepInclude(event?.payload, {
        subject: "employee",
        event: "employee_changed",
        id: session.employeeId,
        remote_id: "emp-0042",
        product_id: session.productId
      })
      assert.match(event?.payload["url"] ?? "", new RegExp(`/api/v1/employees/${session.employeeId}$`))
    }).pipe(at(NOW))
  )

  it.effect("still resolves the issue that the missing number opened [R-3-4, R-6-28]", () =>
    Effect.gen(function* () {
      const session = yield* late
      yield* settle(session, registered())
      const [issue] = yield* issuesOf(session.employerId)
      assert.deepInclude(issue, {
        kind: "member_registration_failed",
        status: "resolved",
        resolved_by: "system"
      })
      assert.deepStrictEqual(
        (yield* eventsOf(issue?.id ?? "")).map(({ event }) => event),
        ["employer_issue_created", "employer_issue_resolved"]
      )
    }).pipe(at(NOW))
  )

  it.effect("is committed with its webhook, or neither is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* late
      const before = yield* shownOf(session)
      yield* settle(session, registered()).pipe(
        Effect.andThen(Effect.fail("no")),
        sql.withTransaction,
        Effect.flip
      )
      assert.deepStrictEqual(yield* shownOf(session), before)
      assert.deepStrictEqual(yield* eventsOf(session.employeeId), [])
    }).pipe(at(NOW))
  )

  it.effect("sends one webhook, also when two workers bring the number at the same time", () =>
    Effect.gen(function* () {
      const session = yield* late
      const settlements = yield* Effect.all([settle(session, registered()), settle(session, registered())], {
        concurrency: 2
      })
      assert.deepStrictEqual<unknown>(settlements.toSorted(), ["late", "nothing"])
      assert.lengthOf(yield* eventsOf(session.employeeId), 1)
    }).pipe(at(NOW))
  )

  it.effect(
    "of an employee's older session is reported after that of the newer one, if it came after it",
    () =>
      Effect.gen(function* () {
        const older = yield* late
        const employment = { employment: { start_date: "2026-12-01", pay_basis: "full_time" as const } }
        const newer = yield* aSession({ remote_id: "session-2", employee_detail: employment }, older)
        yield* walkTo(newer, "super_selection")
        yield* join(newer, products.banksia)
        yield* (yield* Confirmation).confirm(newer.productId, newer.id, { confirmed: true })
        yield* (yield* ChoiceForms).make(newer.id)
        yield* settle(newer, without)
        yield* settle(newer, registered("B-1"))
        yield* settle(older, registered("A-1"))
        const events = yield* eventsOf(older.employeeId)
        assert.deepStrictEqual(
          events.map(({ event }) => event),
          ["employee_changed", "employee_changed"]
        )
        const { data } = yield* (yield* Employees).get(older.productId, older.employeeId)
        assert.deepStrictEqual<unknown>(
          data.super_fund_details.super_fund_memberships.map(({ member_number }) => member_number),
          ["B-1", "A-1"]
        )
      }).pipe(at(NOW))
  )
})
