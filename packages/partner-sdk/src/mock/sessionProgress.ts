/**
 * The states of an onboarding session, and what the employee and the fund do to it.
 *
 * The trap: each state shows an example of the spec, with the session's own ids. A value that the employee would have
 * typed is the example's.
 */
import type { components } from "@embedded-super/contracts/types/partner-api"
import { urlOf } from "./answers.ts"
import { showMembership } from "./employees.ts"
import { recordEvent } from "./events.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import type { ServiceState, Stored } from "./state.ts"

type Schemas = components["schemas"]
type State = Schemas["OnboardingSessionState"]

export type Session = Stored<Schemas["OnboardingSession"]>

/** The step that the employee sees in each state, in the order in which a session reaches them. The last two end it instead. */
const STEPS: { readonly [Each in State]: Schemas["OnboardingStep"] } = {
  initial: "identity",
  collect_phone_verification: "phone_verification",
  collect_identity: "identity",
  collect_contact: "contact",
  collect_tax: "tax",
  collect_disclaimer: "super_disclaimer",
  collect_super_selection: "super_selection",
  review: "review",
  pending_completion: "finished",
  completed: "finished",
  cancelled: "finished",
  expired: "finished"
}

const STATES = Object.keys(STEPS) as ReadonlyArray<State>

const ENDED: ReadonlySet<State> = new Set(["completed", "cancelled", "expired"])

const stateOf = ({ data }: Session): State => data.data_delivery_state

/** Whether the session has sent its last webhook. */
export const isEnded = (session: Session): boolean => ENDED.has(stateOf(session))

/** Whether the employee has confirmed, or the session has ended: the partner can't change it any more. */
export const isConfirmed = (session: Session): boolean =>
  isEnded(session) || stateOf(session) === "pending_completion"

/** The operations that the session's state allows. */
const allowedOf = (session: Session): ReadonlyArray<string> => [
  ...(isConfirmed(session) ? [] : ["updateOnboardingSession", "cancelOnboardingSession"]),
  ...(stateOf(session) === "pending_completion" ? [] : ["eraseOnboardingSession"])
]

/** The refusal of an operation that the session's state doesn't allow. */
export const conflictOf = (session: Session, code: string): Refusal =>
  new Refusal(code, { members: { state: stateOf(session), allowed: allowedOf(session) } })

export const sessionOf = (state: ServiceState, sessionId: string): Session => {
  const stored = state.sessions.find(({ id }) => id === sessionId)
  if (stored === undefined) throw new Error(`There is no onboarding session ${sessionId}.`)
  return stored
}

/** Shows the session as an example of the spec does. */
const progress = (state: ServiceState, session: Session, name: string, to?: State): void => {
  const { data } = example<Schemas["OnboardingSessionAnswer"]>(name)
  const { employee, employer, email, id, inserted_at, onboarding_session_intent_id, remote_id } = session.data
  const { generated, ...selection } = data.onboarding_session_super_selection
  const hasForm = generated.super_choice_form_pdf_url !== null
  const form = hasForm ? `${urlOf(state, "onboarding_session", id)}/choice-form` : null
  const reached = to ?? data.data_delivery_state
  session.data = {
    ...data,
    ...{ employee, employer, email, id, inserted_at, onboarding_session_intent_id, remote_id },
    data_delivery_state: reached,
    current_step: STEPS[reached],
    onboarding_session_super_selection: { ...selection, generated: { super_choice_form_pdf_url: form } },
    updated_at: state.now()
  }
  session.version++
}

/** Ends a session before the employee's confirmation; `onboarding_session_changed` follows. */
export const end = (state: ServiceState, session: Session, to: "cancelled" | "expired"): void => {
  const updated_at = state.now()
  session.data = { ...session.data, data_delivery_state: to, current_step: STEPS[to], updated_at }
  session.version++
  recordEvent(state, session, "onboarding_session_changed")
}

/**
 * The employee completes the embed and joins a fund; one `onboarding_session_changed` follows, then `…_completed`. A
 * null member number means that the fund has assigned none, as when it refuses the registration.
 */
export const completeOnboarding = (
  state: ServiceState,
  session: Session,
  memberNumber: string | null
): void => {
  if (stateOf(session) !== "pending_completion") {
    progress(state, session, "sessionPendingCompletion")
    recordEvent(state, session, "onboarding_session_changed")
  }
  const isNumbered = memberNumber !== null
  progress(state, session, isNumbered ? "sessionCompleted" : "sessionCompletedWithoutMemberNumber")
  const selection = session.data.onboarding_session_super_selection
  if (selection.select_super_fund_product !== null)
    selection.select_super_fund_product.member_number = memberNumber
  showMembership(state, session, memberNumber)
  recordEvent(state, session, "onboarding_session_completed")
}

/**
 * The employee goes on to a state. Only states that come after the session's own can be reached. A session stays in
 * `pending_completion` until it is advanced to `completed`: no fund answers here.
 */
export const advance = (
  state: ServiceState,
  session: Session,
  { preset, to }: Schemas["SessionAdvance"]
): void => {
  const isAhead = STATES.indexOf(to) > STATES.indexOf(stateOf(session))
  if (isEnded(session) || !isAhead || (to === "expired" && isConfirmed(session)))
    throw new Refusal("state_not_reachable", { members: { state: stateOf(session) } })
  if (to === "expired") return end(state, session, to)
  if (to === "completed")
    return completeOnboarding(state, session, preset === "registration_fails" ? null : "0012345678")
  progress(state, session, to === "pending_completion" ? "sessionPendingCompletion" : "sessionInProgress", to)
  recordEvent(state, session, "onboarding_session_changed")
}

/** The fund assigns the number of a session that was completed without one; `employee_changed` follows. */
export const confirmMembership = (state: ServiceState, session: Session, memberNumber: string): void => {
  const selection = session.data.onboarding_session_super_selection
  if (selection.outcome !== "complete_without_member_number" || selection.select_super_fund_product === null)
    throw new Error(`The onboarding session ${session.id} wasn't completed without a member number.`)
  const { data } = example<Schemas["OnboardingSessionAnswer"]>("sessionCompleted")
  const { member_verification } = data.onboarding_session_super_selection
  const select_super_fund_product = { ...selection.select_super_fund_product, member_number: memberNumber }
  session.data = {
    ...session.data,
    onboarding_session_super_selection: {
      ...selection,
      outcome: "complete",
      select_super_fund_product,
      member_verification
    },
    updated_at: state.now()
  }
  session.version++
  const employee = showMembership(state, session, memberNumber)
  if (employee !== undefined) recordEvent(state, employee, "employee_changed")
}
