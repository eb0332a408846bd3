import * as Data from "effect/Data"
import type { MemberRefusal } from "../employer-issues/memberRefusal.ts"
import type { SessionHead } from "./SessionsRepo.ts"
import type { StoredSelection } from "./super-selection/SelectionsRepo.ts"
import type { Membership } from "./super-selection/membership.ts"

/**
 * The outcome of a registration: the fund gave a number, refused the person, or gives no number for another reason, as far
 * as this service can determine.
 */
export type RegistrationOutcome = Data.TaggedEnum<{
  Registered: { readonly membership: Membership }
  Refused: { readonly refusal: MemberRefusal }
  WithoutMemberNumber: {}
}>
export const RegistrationOutcome = Data.taggedEnum<RegistrationOutcome>()

/**
 * The effect of an outcome on its session.
 *
 * - `in_time`: the session waits for it. The outcome is stored, and the session's own webhooks report it.
 * - `late`: the session has sent its last webhook. The number is stored, and the employee's webhook reports it.
 * - `silent`: the session has sent its last webhook, and no number came. The outcome is stored, and an issue reports
 *   it.
 * - `nothing`: the outcome changes nothing.
 */
export type Settlement = "in_time" | "late" | "silent" | "nothing"

/** The state of a session, as far as it matters for an outcome of its registration. */
type Standing =
  | "waiting"
  | "waiting_without_number"
  | "ended_registering"
  | "ended_without_number"
  | "has_number"
  | "not_registering"
  | "erased"

/** Every standing with every outcome. */
export const SETTLEMENTS: {
  readonly [At in Standing]: { readonly [Outcome in RegistrationOutcome["_tag"]]: Settlement }
} = {
  // pending_completion: its fund hasn't answered yet.
  waiting: { Registered: "in_time", Refused: "in_time", WithoutMemberNumber: "in_time" },
  // pending_completion: its fund gave no number, and the choice form isn't made yet. A refusal says why.
  waiting_without_number: { Registered: "in_time", Refused: "in_time", WithoutMemberNumber: "nothing" },
  // An abandoned session that the policy registers, or a registration that is retried after the session ended.
  ended_registering: { Registered: "late", Refused: "silent", WithoutMemberNumber: "silent" },
  ended_without_number: { Registered: "late", Refused: "silent", WithoutMemberNumber: "nothing" },
  has_number: { Registered: "nothing", Refused: "nothing", WithoutMemberNumber: "nothing" },
  // Not confirmed yet, cancelled, or expired without a fund: the session requested no registration.
  not_registering: { Registered: "nothing", Refused: "nothing", WithoutMemberNumber: "nothing" },
  // Erased data stays erased, even if a fund answers later.
  erased: { Registered: "nothing", Refused: "nothing", WithoutMemberNumber: "nothing" }
}

/** The standing of a session with this selection; the selection is undefined if no fund was chosen. */
export const standingOf = (
  session: Pick<SessionHead, "state" | "abandoned_at" | "erased_at">,
  selection: Pick<StoredSelection, "progress_state" | "membership"> | undefined
): Standing => {
  const { abandoned_at, erased_at, state } = session
  if (erased_at !== null) return "erased"
  const hasEnded = state === "completed" || (state === "expired" && abandoned_at !== null)
  if (selection === undefined || !(hasEnded || state === "pending_completion")) return "not_registering"
  if (selection.membership !== null) return "has_number"
  const isSettled = selection.progress_state === "completed"
  if (hasEnded) return isSettled ? "ended_without_number" : "ended_registering"
  return isSettled ? "waiting_without_number" : "waiting"
}

/** Whether a registration brought no member number. Without a registration none was expected. */
export const lacksNumber = (
  { abandoned_at }: Pick<SessionHead, "abandoned_at">,
  { consent_version, outcome }: Pick<StoredSelection, "consent_version" | "outcome">
): boolean => {
  // In an abandoned session the employer registers the employee, without the employee's consent.
  const isRegistration = consent_version !== null || abandoned_at !== null
  return outcome === "complete_without_member_number" && isRegistration
}
