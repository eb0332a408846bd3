import type { SessionHead } from "./SessionsRepo.ts"
import type { StoredSelection } from "./super-selection/SelectionsRepo.ts"

/** Whether a registration brought no member number. Without a registration none was expected. */
export const lacksNumber = (
  { abandoned_at }: Pick<SessionHead, "abandoned_at">,
  { consent_version, outcome }: Pick<StoredSelection, "consent_version" | "outcome">
): boolean => {
  // In an abandoned session the employer registers the employee, without the employee's consent.
  const isRegistration = consent_version !== null || abandoned_at !== null
  return outcome === "complete_without_member_number" && isRegistration
}
