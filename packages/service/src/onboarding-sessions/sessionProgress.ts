/** The progress of a session: its saved steps, its modules, and whether it is past its expiry or abandoned. */
import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import type { FundProduct } from "../funds/FundProductsRepo.ts"
import type { SessionDetails } from "./sessionDetails.ts"
import { UNCONFIRMED } from "./sessionStates.ts"
import type { StoredRecord } from "./SessionRecordsRepo.ts"
import type { SessionHead, StoredSession } from "./SessionsRepo.ts"
import { completionPercentage, type Saved, stepStates } from "./employee-embed/steps.ts"

/** True once an unconfirmed session is past its expiry, even if the expiry job hasn't run. */
export const isOverdue = (session: SessionHead, at: Date) =>
  session.expires_at <= at && UNCONFIRMED.includes(session.state)

/** The session at a moment: from its expiry on, an unconfirmed session reads as expired. */
export const expiredIfOverdue = <A extends SessionHead>(session: A, at: Date): A =>
  isOverdue(session, at) ? { ...session, state: "expired", ended_at: session.expires_at } : session

/** A session counts as abandoned after this long without activity (D-abandoned-sessions). */
export const ABANDONED_AFTER = Duration.toMillis(Duration.days(14))

/** Whether the session is unconfirmed and had no activity of the employee for that long, at a moment. */
export const isAbandoned = (
  { confirmed_at, inserted_at, last_activity_at }: SessionHead,
  at: Date
): boolean =>
  confirmed_at === null && at.getTime() - (last_activity_at ?? inserted_at).getTime() >= ABANDONED_AFTER

/** A session with its related records: everything that a response about it needs. */
export interface SessionRecord extends Pick<StoredRecord, "session" | "selection" | "hasChoiceForm" | "tfn"> {
  readonly product: FundProduct | undefined
}

/** The steps whose answers are in the details, or were until their erasure. */
export const savedDetails = ({ contact, erased_steps = [], identity, tax }: SessionDetails) => ({
  identity: identity !== null || erased_steps.includes("identity"),
  contact: contact !== null || erased_steps.includes("contact"),
  tax: tax !== null || erased_steps.includes("tax")
})

/** The steps that were saved, and whether the membership has an outcome. */
export const savedSteps = ({ session, selection }: SessionRecord): Saved => ({
  phone_verification:
    session.phone_verification === "skipped" ? "skipped" : session.phone_verification === "complete",
  ...savedDetails(session.details),
  super_disclaimer: session.disclaimer_accepted_at !== null,
  super_selection: selection !== undefined && session.abandoned_at === null,
  review: session.confirmed_at !== null,
  finished: session.completed_at !== null
})

export const progressionOf = (record: SessionRecord, now: Date): S.OnboardingProgression => {
  const { session } = record
  return {
    is_abandoned: isAbandoned(session, session.ended_at ?? now),
    completion_percentage: completionPercentage(savedSteps(record))
  }
}

/** The outcome of the fund choice. An abandoned session without a fund to fall back on ended without a number. */
export const selectionOutcome = ({ selection, session }: SessionRecord): S.SuperSelectionOutcome =>
  selection?.outcome ?? (session.abandoned_at === null ? "incomplete" : "complete_without_member_number")

export const outcomeOf = (saved: boolean): S.ModuleOutcome => (saved ? "complete" : "incomplete")

/** The outcome of the phone verification; `incomplete` where the partner validated a contact. */
export const verificationOutcome = ({ phone_verification }: StoredSession): S.ModuleOutcome =>
  phone_verification === "skipped" ? "incomplete" : phone_verification

const SKIPPED = { module: "phone_verification", state: "skipped", outcome: "incomplete" } as const

/** The modules in the order of the embed's steps. */
export const modulesOf = (record: SessionRecord): ReadonlyArray<S.OnboardingSessionModule> => {
  const saved = savedSteps(record)
  const steps = stepStates(record.session.state, saved)
  const modules = steps.flatMap(({ step, state }): ReadonlyArray<S.OnboardingSessionModule> => {
    if (step === "review" || step === "finished") return []
    if (step === "phone_verification") {
      return [{ module: step, state, outcome: verificationOutcome(record.session) }]
    }
    if (step !== "super_selection") return [{ module: step, state, outcome: outcomeOf(saved[step]) }]
    const registering = state === "finished" && record.session.completed_at === null
    return [
      {
        module: step,
        state: registering ? "in_progress" : state,
        outcome: selectionOutcome(record)
      }
    ]
  })
  return saved.phone_verification === "skipped" ? [SKIPPED, ...modules] : modules
}
