import * as Duration from "effect/Duration"
import type { SessionDetails } from "../sessionDetails.ts"
import type { SessionHead } from "../SessionsRepo.ts"

/** After how long without activity a session counts as abandoned (domain 1.4). */
export const ABANDONED_AFTER = Duration.toMillis(Duration.days(14))

/** Whether the employee had left the session alone for that long, at a moment, without confirming it. */
export const isAbandoned = (
  { confirmed_at, inserted_at, last_activity_at }: SessionHead,
  at: Date
): boolean =>
  confirmed_at === null && at.getTime() - (last_activity_at ?? inserted_at).getTime() >= ABANDONED_AFTER

/** What is known of the employee of an unfinished session: what they saved and, for the rest, what the partner filled in. */
export const withPrefill = (details: SessionDetails): SessionDetails => {
  const { email, phone_number, prefilled } = details
  const isReachable = email !== null && phone_number !== null
  const address = prefilled?.address ?? null
  return {
    ...details,
    identity: details.identity ?? prefilled?.identity ?? null,
    contact: details.contact ?? (isReachable && address !== null ? { email, phone_number, address } : null),
    tax: details.tax ?? prefilled?.tax ?? null
  }
}
