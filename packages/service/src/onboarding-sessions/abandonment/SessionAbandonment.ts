/**
 * Abandonment: ends sessions that their employees left for 14 days, if the product's policy is `staple_then_default`.
 * The session gets the fund that the partner passed in, else the stapled one, else the employer's default fund, and is
 * registered there without the employee.
 *
 * The trap: the request to the ATO takes seconds, so it runs outside of the transaction. `end` therefore checks again,
 * with the session locked, whether the employee came back, another process ended the session, or the policy changed.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { employeesRepo } from "../../employees/EmployeesRepo.ts"
import { EmployerIssues } from "../../employer-issues/EmployerIssues.ts"
import { newId } from "../../platform/ids/newId.ts"
import { sweep } from "../../platform/jobs/supervised.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { before } from "../../platform/time/due.ts"
import { ABANDONED_AFTER, isAbandoned, isOverdue } from "../sessionProgress.ts"
import { membershipIssues } from "../completion.ts"
import { deadlinesRepo } from "../deadlines/DeadlinesRepo.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { type SessionEffect, UNCONFIRMED } from "../sessionStates.ts"
import { nowOf, sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { membershipWith } from "../super-selection/membership.ts"
import { FundCalls } from "../../funds/calls/FundCalls.ts"
import { selectionsRepo, type StoredSelection } from "../super-selection/SelectionsRepo.ts"
import { type KnownStapling, staplingOfSession } from "../super-selection/staplingOfSession.ts"
import { type FallbackFund, fallbackFunds } from "./fallbackFund.ts"
import { withPrefill } from "../sessionDetails.ts"

/** The abandonment policy `staple_then_default` (D-abandoned-sessions). Sessions under `none` aren't touched here. */
export class SessionAbandonment extends Context.Service<
  SessionAbandonment,
  {
    /**
     * Ends sessions that were left, one at a time; a failure at one doesn't stop the others. Returns how many. The ATO's
     * answer is stored, so that a worker which continues after a crash doesn't ask again. The employer's default fund
     * is used only if the ATO said that there is no stapled one.
     */
    readonly endAbandoned: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/SessionAbandonment") {
  static readonly layer = Layer.effect(
    SessionAbandonment,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const sessions = yield* sessionsRepo
      const deadlines = yield* deadlinesRepo
      const changes = yield* sessionChanges
      const employees = yield* employeesRepo
      const selections = yield* selectionsRepo
      const calls = yield* FundCalls
      const stapling = yield* staplingOfSession
      const issues = yield* EmployerIssues
      const memberships = yield* membershipIssues
      const { employerDefault, stapled, supplied } = yield* fallbackFunds

      const isStillLeft = (session: StoredSession, at: Date) =>
        UNCONFIRMED.includes(session.state) && isAbandoned(session, at) && !isOverdue(session, at)

      /**
       * Reports a session without a fund to fall back on, not even the employer's default fund: the employer has to
       * act.
       */
      const reportUndefaulted = ({ employee_id, employer_id, id, product_id }: StoredSession) =>
        issues.open({
          productId: product_id,
          employerId: employer_id,
          employeeId: employee_id,
          sessionId: id,
          kind: "undefaulted_abandonment"
        })

      const fundOf = Effect.fnUntraced(function* (session: StoredSession, known: KnownStapling | undefined) {
        const given = yield* supplied(session)
        if (given !== undefined || known === undefined) return given
        // A stapled fund that can't be used here still rules out the employer's default fund.
        if (known.status === "found") return yield* stapled(session, known)
        const fallback = yield* employerDefault(session)
        if (fallback === undefined) yield* reportUndefaulted(session)
        return known.status === "none" ? fallback : undefined
      })

      const select = Effect.fnUntraced(function* (
        session: StoredSession,
        fund: FallbackFund,
        effects: ReadonlySet<SessionEffect>,
        at: Date
      ) {
        const isMember = fund.self_managed !== null || fund.member_number !== null
        const selection: StoredSelection = {
          id: (yield* newId) as S.SuperSelectionId,
          product_id: session.product_id,
          session_id: session.id,
          source: fund.source,
          fund_product_id: fund.product?.id ?? null,
          self_managed: fund.self_managed,
          unlisted: null,
          progress_state: fund.registers ? "registering" : "completed",
          outcome: fund.registers ? "incomplete" : isMember ? "complete" : "complete_without_member_number",
          membership: membershipWith(fund.member_number),
          refusal: null,
          display_id: null,
          consent_version: null,
          consented_at: null,
          chosen_at: at,
          settled_at: fund.registers ? null : at
        }
        yield* selections.put(selection)
        if (isMember) yield* memberships.settled(session, selection)
        if (fund.registers && fund.product !== null && effects.has("request member registration")) {
          yield* calls.request({
            operation: "member_registration",
            productId: session.product_id,
            sessionId: session.id,
            fundProductId: fund.product.id
          })
        }
      })

      const end = Effect.fnUntraced(function* (id: S.OnboardingSessionId, known: KnownStapling | undefined) {
        const held = yield* sessions.lock(id)
        if (held === undefined) return
        const at = yield* nowOf(held)
        // The employee may have come back meanwhile, or another process may have ended the session.
        if (!isStillLeft(held, at) || !(yield* deadlines.fallsBack(id))) return
        const session = { ...held, details: withPrefill(held.details) }
        const fund = yield* fundOf(session, known)
        // The fund that the partner passed in no longer takes contributions: the next sweep asks the ATO.
        if (fund === undefined && known === undefined) return
        const { effects } = yield* changes.apply(held, ["abandoned"], { abandoned_at: at }, at)
        yield* fund === undefined ? selections.remove(id) : select(session, fund, effects, at)
        yield* employees.touch(held.employee_id, at)
      }, sql.withTransaction)

      const endOne = Effect.fnUntraced(function* (id: S.OnboardingSessionId) {
        const found = yield* sessions.read(id)
        if (found === undefined || !isStillLeft(found, yield* nowOf(found))) return
        const session = { ...found, details: withPrefill(found.details) }
        const given = yield* supplied(session)
        yield* end(id, given === undefined ? yield* stapling.ask(session) : undefined)
      })

      const endAbandoned = Effect.flatMap(clock.moments, (moments) => {
        const since = before(moments, { milliseconds: ABANDONED_AFTER })
        return sweep(
          "An abandoned session",
          (after, limit) => deadlines.abandonedSince(since, moments, after, limit),
          endOne
        )
      }).pipe(Effect.withSpan("SessionAbandonment.endAbandoned"))

      return SessionAbandonment.of({ endAbandoned })
    })
  )
}
