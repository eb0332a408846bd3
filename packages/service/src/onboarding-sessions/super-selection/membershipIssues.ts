import * as Effect from "effect/Effect"
import { EmployerIssues, kindsResolvedBy } from "../../employer-issues/EmployerIssues.ts"
import type { SessionHead } from "../SessionsRepo.ts"
import type { StoredSelection } from "./SelectionsRepo.ts"

/** The effect of a session's membership outcome on the employee's issues (D-employer-issues). */
export const membershipIssues = Effect.gen(function* () {
  const issues = yield* EmployerIssues

  return {
    /**
     * Resolves the employee's issues, from this session or an earlier one, if the membership has a number: it is then
     * valid. Opens an issue if a registration brought no number; without a registration none was expected. Call it in
     * the transaction that settles the selection.
     */
    settled: (
      { abandoned_at, employee_id, employer_id, id, product_id }: SessionHead,
      { consent_version, outcome }: StoredSelection
    ) => {
      const employee = { employerId: employer_id, employeeId: employee_id }
      if (outcome === "complete") {
        return issues.resolveAutomatically({ ...employee, kinds: kindsResolvedBy("membership_gained") })
      }
      // In an abandoned session the employer registers the employee, without the employee's consent.
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
