import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import {
  aWaitingSession,
  readSession,
  registered,
  settle,
  stateOf,
  withoutNumber
} from "../../test/outcomes.ts"
import { eventNames, eventsOf } from "../../test/TestEvents.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../test/TestOnboarding.ts"
import { undone } from "../../test/undone.ts"
import { Employees } from "../employee-api/Employees.ts"
import { SessionEndings } from "./SessionEndings.ts"
import { OnboardingSessions } from "./OnboardingSessions.ts"
import { RegistrationOutcome } from "./outcomeRules.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { SessionOutcomes } from "./SessionOutcomes.ts"
import { sessionsRepo } from "./SessionsRepo.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"

const NOW = "2026-11-21T00:00:00Z"
const LATER = "2026-11-27T00:00:00Z"

const services = { excludeTestServices: true }

layer(TestOnboarding.layer, services)("a registration that came out in time", (it) => {
  it.effect(
    "completes the session, whose last webhook is onboarding_session_completed [R-1-8, R-3-12, R-3-13, R-3-14, R-6-10, R-6-11, R-6-13, R-6-27]",
    () =>
      Effect.gen(function* () {
        const session = yield* aWaitingSession()
        const before = (yield* eventsOf(session.id)).length
        yield* settle(session, registered())
        const data = yield* readSession(session)
        assert.strictEqual(data.data_delivery_state, "completed")
        assert.strictEqual(data.progression.completion_percentage as number, 100)
        assert.strictEqual(data.completed_at as string, "2026-11-21T00:00:00.000Z")
        const events = yield* eventsOf(session.id)
        assert.lengthOf(events, before + 1)
        assert.deepInclude(events.at(-1)?.payload, {
          subject: "onboarding_session",
          event: "onboarding_session_completed",
          id: session.id
        })
      }).pipe(at(NOW))
  )

  it.effect("is reported in the caller's transaction, or not at all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aWaitingSession()
      const events = yield* eventsOf(session.id)
      yield* settle(session, registered()).pipe(
        Effect.andThen(Effect.fail("no")),
        sql.withTransaction,
        Effect.flip
      )
      assert.strictEqual(yield* stateOf(session), "pending_completion")
      assert.deepStrictEqual(yield* eventsOf(session.id), events)
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("a registration that comes out again after a restore", (it) => {
  const completed = (session: Session, outcome: RegistrationOutcome) =>
    undone(
      Effect.gen(function* () {
        yield* settle(session, outcome)
        const last = (yield* eventsOf(session.id)).at(-1)
        assert.strictEqual(last?.event, "onboarding_session_completed")
        return last?.id
      })
    )

  it.effect("completes with the old webhook id if the fund gives the same number, with another if not", () =>
    Effect.gen(function* () {
      const session = yield* aWaitingSession()
      const before = yield* completed(session, registered()).pipe(at(NOW))
      assert.strictEqual(yield* completed(session, registered()).pipe(at(LATER)), before)
      assert.notStrictEqual(yield* completed(session, registered("99")), before)
      assert.notStrictEqual(yield* completed(session, withoutNumber), before)
    }).pipe(at(NOW))
  )
})

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
    Effect.andThen(walkTo(session, "confirmed"), settle(session, withoutNumber)),
  "completed without a number": (session: Session) =>
    Effect.andThen(walkTo(session, "finished"), settle(session, withoutNumber)),
  "completed without a number after five days": (session: Session) =>
    Effect.andThen(
      walkTo(session, "finished"),
      Effect.flatMap(SessionOutcomes, (outcomes) => outcomes.stopWaiting(session.id))
    ),
  "completed without a number, and tried again": (session: Session) =>
    Effect.gen(function* () {
      yield* walkTo(session, "finished")
      yield* settle(session, withoutNumber)
      yield* tryAgain(session)
    }),
  "expired, which the policy registers": (session: Session) =>
    Effect.andThen(walkTo(session, "review"), end(session, "abandoned", NOW)),
  "expired without a number": (session: Session) =>
    Effect.gen(function* () {
      yield* walkTo(session, "review")
      yield* end(session, "abandoned", NOW)
      yield* settle(session, withoutNumber)
    }),
  "completed with a number": (session: Session) =>
    Effect.andThen(walkTo(session, "finished"), settle(session, registered("999"))),
  "completed without a number, and erased": (session: Session) =>
    Effect.gen(function* () {
      yield* walkTo(session, "finished")
      yield* settle(session, withoutNumber)
      yield* (yield* SessionEndings).erase(session.productId, session.id, {
        actor: { kind: "api_key" }
      })
    })
}
type Standing = keyof typeof STANDINGS

const OUTCOMES = {
  "a number": registered(),
  "a refusal": RegistrationOutcome.Refused({ refusal: { reason: "age", refused_fields: [] } }),
  "no number": withoutNumber
}
type Outcome = keyof typeof OUTCOMES

/** The settlement of each outcome in each standing, written out instead of computed. */
const SETTLED: Readonly<Record<Standing, readonly [aNumber: string, aRefusal: string, noNumber: string]>> = {
  "not confirmed": ["nothing", "nothing", "nothing"],
  cancelled: ["nothing", "nothing", "nothing"],
  "expired, which nobody confirmed": ["nothing", "nothing", "nothing"],
  "pending_completion, which waits for its fund": ["in_time", "in_time", "in_time"],
  "pending_completion without a number, which waits for its choice form": ["in_time", "in_time", "nothing"],
  "completed without a number": ["late", "silent", "nothing"],
  "completed without a number after five days": ["late", "silent", "nothing"],
  "completed without a number, and tried again": ["late", "silent", "silent"],
  "expired, which the policy registers": ["late", "silent", "silent"],
  "expired without a number": ["late", "silent", "nothing"],
  "completed with a number": ["nothing", "nothing", "nothing"],
  "completed without a number, and erased": ["nothing", "nothing", "nothing"]
}

interface Row {
  readonly standing: Standing
  readonly outcome: Outcome
  readonly settlement: string
}

/** The webhooks that the session and the employee send for a settlement. */
const sendsOf = ({ settlement, standing }: Row): ReadonlyArray<string> => {
  if (settlement === "late") return ["employee_changed"]
  if (settlement !== "in_time") return []
  return [
    standing.endsWith("its choice form") ? "onboarding_session_changed" : "onboarding_session_completed"
  ]
}

/** The member number that the session and the employee show afterwards. */
const showsOf = ({ outcome, settlement, standing }: Row) => {
  if (standing === "completed with a number") return "999"
  return outcome === "a number" && settlement !== "nothing" ? "0012345678" : null
}

const sentFor = ({ employeeId, id }: Session) =>
  Effect.map(Effect.all([eventNames(id), eventNames(employeeId)]), (names) => names.flat())

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

layer(TestOnboarding.layer, services)("a registration comes out, with its session", (it) => {
  const holds = (row: Row) =>
    Effect.gen(function* () {
      const { outcome, settlement, standing } = row
      const session = yield* aSession()
      yield* STANDINGS[standing](session)
      const before = { sent: yield* sentFor(session), shown: yield* shownOf(session) }
      const settled: unknown = yield* settle(session, OUTCOMES[outcome]).pipe(at(LATER))
      assert.deepStrictEqual(yield* sentFor(session), [...before.sent, ...sendsOf(row)])
      assert.strictEqual(settled, settlement)
      const shown = yield* shownOf(session)
      assert.deepInclude(shown, { bySession: showsOf(row), byEmployee: showsOf(row) })
      const [isChanged, isUnchanged] = [
        shown.versions.every((version, index) => version > (before.shown.versions[index] ?? 0)),
        shown.versions.every((version, index) => version === before.shown.versions[index])
      ]
      assert.deepStrictEqual([isChanged, isUnchanged], [settlement !== "nothing", settlement === "nothing"])
      // The ledger may report the same outcome again, after a crash.
      assert.strictEqual<unknown>(yield* settle(session, OUTCOMES[outcome]).pipe(at(LATER)), "nothing")
      assert.deepStrictEqual(yield* sentFor(session), [...before.sent, ...sendsOf(row)])
    }).pipe(at(NOW))

  const outcomes = Object.keys(OUTCOMES) as ReadonlyArray<Outcome>
  const rowsOf = (settlement: string, of = "") =>
    (Object.keys(SETTLED) as ReadonlyArray<Standing>)
      .filter((standing) => standing.startsWith(of))
      .flatMap((standing) =>
        outcomes
          .filter((_, index) => SETTLED[standing][index] === settlement)
          .map((outcome) => ({ standing, outcome, settlement }))
      )

  it.effect.each(rowsOf("in_time"))(
    "$standing; the outcome is $outcome: the session's webhook reports it, and session and employee show the same number [R-1-16, R-2.4-3, R-6-12, R-6-27]",
    holds
  )
  it.effect.each(rowsOf("late", "completed"))(
    "$standing; the outcome is $outcome: a webhook about the employee reports it, and the session sends none [R-3-15, R-6-28]",
    holds
  )
  it.effect.each(rowsOf("late", "expired"))(
    "$standing; the outcome is $outcome: a webhook about the employee reports it [R-6-28]",
    holds
  )
  it.effect.each(rowsOf("silent"))(
    "$standing; the outcome is $outcome: it is kept, and nothing is sent",
    holds
  )
  it.effect.each(rowsOf("nothing"))("$standing; the outcome is $outcome: nothing changes", holds)
})

layer(TestOnboarding.layer, services)("a late membership", (it) => {
  const late = Effect.tap(aWaitingSession(), (session) => settle(session, withoutNumber))

  it.effect("names the employee, in the partner's system too, and where to fetch it [R-6-28]", () =>
    Effect.gen(function* () {
      const session = yield* late
      const { completed_at } = yield* readSession(session)
      yield* settle(session, registered()).pipe(at(LATER))
      assert.strictEqual((yield* readSession(session)).completed_at, completed_at)
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
})
