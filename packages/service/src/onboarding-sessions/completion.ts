import type { IssueKind } from "@embedded-super/contracts/issue-kinds"
import * as Effect from "effect/Effect"
import type * as Statement from "effect/sql/Statement"
import { EmployerIssues, kindsResolvedBy } from "../employer-issues/EmployerIssues.ts"
import { lacksNumber } from "./outcomeRules.ts"
import { sessionChanges } from "./sessionChanges.ts"
import { canHappen, type SessionEvent } from "./sessionStates.ts"
import type { HeadRecord } from "./SessionRecordsRepo.ts"
import type { SessionHead } from "./SessionsRepo.ts"
import type { StoredSelection } from "./super-selection/SelectionsRepo.ts"

/** Whether a membership has an outcome, with or without a number; true without a choice. */
export const isSettled = (selection: StoredSelection | undefined): boolean =>
  selection === undefined || selection.progress_state === "completed"

/** The completion of a confirmed session: its membership, as far as it is known, and the choice form. */
export const completion = Effect.gen(function* () {
  const changes = yield* sessionChanges

  /**
   * Applies the arrived events to a locked session, and completes it in the same change if it then waits for nothing
   * more. All writers lock the session, so the one that adds the last part sees everything that was committed before.
   * A session that has ended isn't completed again. The record must be as `writes` leave it.
   */
  const settle = Effect.fnUntraced(function* (
    { awaitsChoiceForm, selection, session }: HeadRecord,
    arrived: ReadonlyArray<SessionEvent>,
    at: Date,
    writes: ReadonlyArray<Statement.Fragment> = []
  ) {
    const completes =
      canHappen(session.state, "nothing_outstanding") && isSettled(selection) && !awaitsChoiceForm
    const happened: ReadonlyArray<SessionEvent> = completes ? [...arrived, "nothing_outstanding"] : arrived
    if (happened.length > 0) yield* changes.apply(session, happened, {}, at, { selection, writes })
  })

  return { settle }
})

/** The effect of a session's membership outcome on the employee's issues (D-employer-issues). */
export const membershipIssues = Effect.gen(function* () {
  const issues = yield* EmployerIssues

  return {
    /**
     * Resolves the employee's issues, from this session or an earlier one, if the membership has a number: it is then
     * valid. Opens an issue for a fund that isn't in the directory, and if a registration brought no number, with the
     * fund's refusal if it refused; without a registration none was expected. Call it in the transaction that settles the
     * selection; `hasOpen` is false if the employer has no open issue about the employee.
     */
    settled: (session: SessionHead, selection: StoredSelection, hasOpen = true) => {
      const { employee_id: employeeId, employer_id: employerId, id, product_id } = session
      const { outcome, refusal, unlisted } = selection
      const about = { employerId, employeeId, productId: product_id, sessionId: id }
      const open = (kind: IssueKind) => issues.open({ ...about, kind })
      if (outcome === "complete") {
        const kinds = kindsResolvedBy("membership_gained")
        const resolved = hasOpen
          ? issues.resolveAutomatically({ employerId, employeeId, kinds })
          : Effect.void
        return unlisted === null ? resolved : Effect.andThen(resolved, open("fund_not_listed"))
      }
      return lacksNumber(session, selection)
        ? issues.open({ ...about, kind: "member_registration_failed", refusal })
        : Effect.void
    }
  }
})
