import type { RetryRefusal } from "../../onboarding-sessions/super-selection/MemberRegistrations.ts"
import type { FundProfile } from "@embedded-super/contracts/schemas"

/** What decides whether a registration can be brought back. */
export interface EndedRegistration {
  readonly state: "waiting" | "registered" | "failed"
  readonly because: string | null
  readonly due_at: Date | null
  readonly uncertain: boolean
  readonly idempotency: FundProfile["idempotency"] | null
}

/** Whether the fund may have registered the member, as far as this service can tell. */
const mayHaveHappened = ({ because, uncertain }: EndedRegistration) =>
  uncertain || because === "unknown" || because === "contract_violation"

/** Why a partner can't have a registration made again; undefined where it can: it failed, or is parked for good. */
export const whyNotRetried = (registration: EndedRegistration): RetryRefusal | undefined => {
  if (registration.state === "registered") return "registered"
  if (registration.state === "waiting" && registration.due_at !== null) return "under_way"
  return mayHaveHappened(registration) && registration.idempotency !== "honoured" ? "uncertain" : undefined
}

/** A fund that honours keys answers a repeat as before: what it refused needs another key, and nothing else may have one. */
export const needsNewKey = ({ because, uncertain }: EndedRegistration): boolean =>
  because === "refused" && !uncertain
