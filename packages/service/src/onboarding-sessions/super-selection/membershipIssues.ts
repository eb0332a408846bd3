import * as Effect from "effect/Effect"
import { EmployerIssues } from "../../employer-issues/EmployerIssues.ts"
import { kindsResolvedBy } from "../../employer-issues/issueKinds.ts"
import type { SessionHead } from "../SessionsRepo.ts"
import type { StoredSelection } from "./SelectionsRepo.ts"

/** What it means for an employee's issues how the membership of a session came out (D-employer-issues). */
export const membershipIssues = Effect.gen(function* () {
  const issues = yield* EmployerIssues

  return {
    /**
     * A membership with a number is a valid one: whatever stood in its way, in this session or an earlier one, is over.
     * A registration that brought none is an issue; without a registration none was to be expected. Call it in the
     * transaction that settles the selection.
     */
    settled: (
      { abandoned_at, employee_id, employer_id, id, product_id }: SessionHead,
      { consent_version, outcome }: StoredSelection
    ) => {
      const employee = { employerId: employer_id, employeeId: employee_id }
      if (outcome === "complete") {
        return issues.resolveAutomatically({ ...employee, kinds: kindsResolvedBy("membership_gained") })
      }
      // For a session that the employee left the employer registers, without the employee's consent.
      const isRegistration = consent_version !== null || abandoned_at !== null
      return outcome === "complete_without_member_number" && isRegistration
        ? issues.open({
            ...employee,
            productId: product_id,
            sessionId: id,
            kind: "member_registration_failed"
          })
        : Effect.void
    }
  }
})
